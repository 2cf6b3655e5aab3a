import Button from '@mui/material/Button';
import { useState } from 'react';
import { ARTICLE_AUDIENCES, type Article } from '#common/api/admin.js';
import { useSession } from '#client/shared/session/index.js';
import { peekDraft } from '#client/shared/session/returnTicket.js';
import { formatDate, Notice, Page, StatusChip, TextLink } from '#client/shared/ui/index.js';
import { SearchListPage } from '../../lists/SearchListPage.js';
import type { ListKind } from '../../lists/useListQuestion.js';
import type { CsvColumns } from '../../lists/listCsv.js';
import { ActsColumn, Column, StaffTable } from '../../lists/StaffTable.js';
import { ARTICLE_KEY, ArticleDialog } from './ArticleDialog.js';
import type { ArticleDraft } from './draft.js';
import { HistoryDialog } from './HistoryDialog.js';
import { ARTICLES_TEXT as words } from './text/en.js';

const KIND: ListKind = {
  sortable: ['title', 'audience', 'updated_at'],
  defaultSort: { field: 'title', order: 'ASC' },
  filters: [
    {
      name: 'audience',
      label: words.audience,
      options: ARTICLE_AUDIENCES.map((value) => ({ value, label: words.readers[value] })),
    },
  ],
};
const { columns } = words;
const CSV: CsvColumns<Article> = {
  [columns.title]: (article) => article.title,
  [columns.readers]: (article) => words.readers[article.audience],
  [columns.tags]: (article) => article.tags.join(' '),
  [columns.version]: (article) => article.version,
  [columns.updated]: (article) => article.updated_at,
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
        csv={CSV}
        actions={
          <Button variant="contained" onClick={() => setOpen({ act: 'edit', article: null })}>
            {words.create}
          </Button>
        }
      >
        <ArticleTable onOpen={setOpen} />
      </SearchListPage>
      {open?.act === 'edit' && <ArticleDialog article={open.article} onClose={() => setOpen(null)} />}
      {open?.act === 'history' && <HistoryDialog article={open.article} onClose={() => setOpen(null)} />}
    </>
  );
}

function ArticleTable({ onOpen }: { onOpen: (open: Open) => void }) {
  return (
    <StaffTable label={words.title}>
      <Column<Article>
        source="title"
        fixed
        label={columns.title}
        sortable
        unlabeled
        sx={{ fontWeight: 600 }}
        render={(article) => (
          <>
            <TextLink to={`/help/${article.slug}`}>{article.title}</TextLink>{' '}
            {article.awaiting_review && <StatusChip tone="warning">{words.awaiting}</StatusChip>}
          </>
        )}
      />
      <Column<Article>
        source="audience"
        label={columns.readers}
        sortable
        render={(article) => words.readers[article.audience]}
      />
      <Column<Article>
        source="tags"
        label={columns.tags}
        wideOnly
        render={(article) => article.tags.join(', ')}
      />
      <Column<Article> source="version" label={columns.version} end render={(article) => article.version} />
      <Column<Article>
        source="updated_at"
        label={columns.updated}
        sortable
        oneLine
        render={(article) => formatDate(article.updated_at)}
      />
      <ActsColumn<Article>
        label={columns.acts}
        oneLine
        render={(article) => (
          <>
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
          </>
        )}
      />
    </StaffTable>
  );
}
