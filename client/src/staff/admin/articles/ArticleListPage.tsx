import Button from '@mui/material/Button';
import { useState } from 'react';
import { ARTICLE_AUDIENCES, type Article } from '../../../../../common/api/admin.js';
import { useSession } from '../../../shared/session/index.js';
import { peekDraft } from '../../../shared/session/returnTicket.js';
import { formatDate, Notice, Page, StatusChip, TextLink } from '../../../shared/ui/index.js';
import { SearchListPage } from '../../kit/SearchListPage.js';
import type { ListKind } from '../../kit/useListQuestion.js';
import { Cell, Head, Row, WorkTable, type Sort } from '../../kit/Worklist.js';
import { ARTICLE_KEY, ArticleDialog } from './ArticleDialog.js';
import type { ArticleDraft } from './draft.js';
import { HistoryDialog } from './HistoryDialog.js';
import { ARTICLES_TEXT as words } from './text/en.js';

const KIND: ListKind = {
  sortable: ['title', 'audience', 'updated_at'],
  usual: { field: 'title', order: 'ASC' },
  filters: [
    {
      name: 'audience',
      label: words.audience,
      options: ARTICLE_AUDIENCES.map((value) => ({ value, label: words.readers[value] })),
    },
  ],
};
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
  // Reopens a draft started before the page was left.
  const [open, setOpen] = useState<Open>(() => {
    const draft = peekDraft<ArticleDraft>(ARTICLE_KEY);
    return draft ? { act: 'edit', article: draft.article } : null;
  });
  return (
    <>
      <SearchListPage<Article>
        resource="articles"
        id="articles"
        kind={KIND}
        words={words}
        actions={
          <Button variant="contained" onClick={() => setOpen({ act: 'edit', article: null })}>
            {words.create}
          </Button>
        }
      >
        {(rows, by) => <ArticleTable rows={rows} {...by} onOpen={setOpen} />}
      </SearchListPage>
      {open?.act === 'edit' && <ArticleDialog article={open.article} onClose={() => setOpen(null)} />}
      {open?.act === 'history' && <HistoryDialog article={open.article} onClose={() => setOpen(null)} />}
    </>
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
            <TextLink to={`/help/${article.slug}`}>{article.title}</TextLink>{' '}
            {article.awaiting_review && <StatusChip tone="warning">{words.awaiting}</StatusChip>}
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
