import type { ReactNode } from 'react';
import { useGetList, type RaRecord } from 'react-admin';
import { Page } from '../../shared/ui/index.js';
import { SearchList, type SearchListWords } from './SearchList.js';
import { useListQuestion, type ListKind } from './useListQuestion.js';
import type { Sort } from './Worklist.js';

interface SearchListPageProps<Row> {
  resource: string;
  /** Prefix of the fields' ids. */
  id: string;
  kind: ListKind;
  words: SearchListWords & { title: string; lead?: string };
  actions?: ReactNode;
  /** The table of rows, with its sortable columns. */
  children: (rows: Row[], by: { sort: Sort; onSort: (sort: Sort) => void }) => ReactNode;
}

/** A page that is one list: heading with its count, search, filters, table and pagination. */
export function SearchListPage<Row extends RaRecord>(props: SearchListPageProps<Row>) {
  const { resource, id, kind, words, actions, children } = props;
  const question = useListQuestion(kind);
  const { page, perPage, sort, filter } = question;
  const list = useGetList<Row>(
    resource,
    { pagination: { page, perPage }, sort, filter },
    // Keep the previous answer on the screen until the next one arrives.
    { placeholderData: (before: unknown) => before as never },
  );
  return (
    <Page
      title={words.title}
      width={1440}
      count={list.data ? list.total : undefined}
      lead={words.lead}
      actions={actions}
    >
      <SearchList title={words.title} id={id} words={words} question={question} list={list}>
        {children}
      </SearchList>
    </Page>
  );
}
