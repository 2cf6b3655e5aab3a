import Button from '@mui/material/Button';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { ARTICLE_AUDIENCES, type Article } from '../../../../../common/api/admin.js';
import { useSession } from '../../../shared/session/index.js';
import { formatDate, Notice, Page, Panel, TextLink } from '../../../shared/ui/index.js';
import { ListBody } from '../../kit/ListBody.js';
import { useDebounced } from '../../kit/useDebounced.js';
import { usePageParams } from '../../kit/usePageParams.js';
import { Cell, Head, Pager, Row, WorkTable, type Sort } from '../../kit/Worklist.js';
import { ChoiceFilter, Filters, SearchFilter } from '../kit.js';
import { ArticleDialog } from './ArticleDialog.js';
import { HistoryDialog } from './HistoryDialog.js';
import { ARTICLES_TEXT as words } from './text/en.js';

const PER_PAGE = 25;
const SORTABLE = ['title', 'audience', 'updated_at'];
type Open = { act: 'edit'; article: Article | null } | { act: 'history'; article: Article } | null;

/** /admin/articles: what the assistant may quote. */
export default function ArticleListPage() {
  const session = useSession();
  if (session?.orgId === null) return <Articles />;
  return (
    <Page title={words.title} lead={words.lead}>
      <Notice tone="info">{words.notYours}</Notice>
    </Page>
  );
}

function Articles() {
  const { params, page, sort, setPage, setSort, change } = usePageParams(SORTABLE, {
    field: 'title',
    order: 'ASC',
  });
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const q = useDebounced(search.trim());
  const audience = ARTICLE_AUDIENCES.find((known) => known === params.get('audience')) ?? '';
  const filter = { ...(q && { q }), ...(audience && { audience }) };
  const list = useGetList<Article>(
    'articles',
    { pagination: { page, perPage: PER_PAGE }, sort, filter },
    { placeholderData: (before: unknown) => before as never },
  );
  const { data, total = 0 } = list;
  const noMatch = {
    title: words.noMatch,
    hint: words.noMatchHint,
    clear: words.clear,
    onClear: () => {
      setSearch('');
      change({ audience: null });
    },
  };
  return (
    <Page
      title={words.title}
      width={1440}
      count={data ? total : undefined}
      lead={words.lead}
      actions={
        <Button variant="contained" onClick={() => setOpen({ act: 'edit', article: null })}>
          {words.create}
        </Button>
      }
    >
      <Filters>
        <SearchFilter
          id="article-search"
          label={words.search}
          value={search}
          onChange={(text) => {
            setSearch(text);
            if (page > 1) setPage(1);
          }}
        />
        <ChoiceFilter
          id="article-readers"
          label={words.audience}
          value={audience}
          onChange={(value) => change({ audience: value })}
          all={words.all}
          options={ARTICLE_AUDIENCES.map((value) => ({ value, label: words.readers[value] }))}
        />
      </Filters>
      <Panel title={words.title} flush hideTitle>
        <ListBody
          list={list}
          failed={words.failed}
          loading={words.loading}
          empty={{ title: words.none, hint: words.noneHint }}
          noMatch={Object.keys(filter).length > 0 ? noMatch : undefined}
        >
          {(rows) => (
            <>
              <ArticleTable rows={rows} sort={sort} onSort={setSort} onOpen={setOpen} />
              <Pager page={page} perPage={PER_PAGE} total={total} onPage={setPage} />
            </>
          )}
        </ListBody>
      </Panel>
      {open?.act === 'edit' && <ArticleDialog article={open.article} onClose={() => setOpen(null)} />}
      {open?.act === 'history' && <HistoryDialog article={open.article} onClose={() => setOpen(null)} />}
    </Page>
  );
}

interface ArticleTableProps {
  rows: Article[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (open: Open) => void;
}
function ArticleTable({ rows, sort, onSort, onOpen }: ArticleTableProps) {
  const by = { sort, onSort };
  const { columns } = words;
  return (
    <WorkTable
      label={words.title}
      head={
        <>
          <Head field="title" {...by}>
            {columns.title}
          </Head>
          <Head field="audience" {...by}>
            {columns.readers}
          </Head>
          <Head wideOnly>{columns.tags}</Head>
          <Head end>{columns.version}</Head>
          <Head field="updated_at" {...by}>
            {columns.updated}
          </Head>
          <Head end>{columns.acts}</Head>
        </>
      }
    >
      {rows.map((article) => (
        <Row key={article.id}>
          <Cell sx={{ fontWeight: 600 }}>
            <TextLink to={`/help/${article.slug}`}>{article.title}</TextLink>
          </Cell>
          <Cell name={columns.readers}>{words.readers[article.audience]}</Cell>
          <Cell name={columns.tags} wideOnly>
            {article.tags.join(', ')}
          </Cell>
          <Cell name={columns.version} end>
            {article.version}
          </Cell>
          <Cell name={columns.updated} oneLine>
            {formatDate(article.updated_at)}
          </Cell>
          <Cell end oneLine>
            <Button
              size="small"
              onClick={() => onOpen({ act: 'edit', article })}
              aria-label={`${words.edit} ${article.title}`}
            >
              {words.edit}
            </Button>
            <Button
              size="small"
              onClick={() => onOpen({ act: 'history', article })}
              aria-label={`${words.history}: ${article.title}`}
            >
              {words.history}
            </Button>
          </Cell>
        </Row>
      ))}
    </WorkTable>
  );
}
