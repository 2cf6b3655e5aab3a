import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { Page } from '../../shared/ui/index.js';
import type { CsvColumns } from './listCsv.js';
import { SearchList, type SearchListWords } from './SearchList.js';
import { useListQuestion, type ListKind } from './useListQuestion.js';
import { useStaffList } from './useStaffList.js';

interface SearchListPageProps<Row> {
  resource: string;
  /** Prefix of the fields' ids. */
  id: string;
  kind: ListKind;
  words: SearchListWords & { title: string; lead?: string };
  csv: CsvColumns<Row>;
  actions?: ReactNode;
  /** The table. */
  children: ReactNode;
}

/** A page that is one list: heading with its count, search, filters, table and pagination. */
export function SearchListPage<Row extends RaRecord>(props: SearchListPageProps<Row>) {
  const { resource, id, kind, words, csv, actions, children } = props;
  const question = useListQuestion(kind);
  const list = useStaffList<Row>(resource, { place: question.place, filter: question.filter, live: false });
  return (
    <Page
      title={words.title}
      width={1440}
      count={list.data ? list.total : undefined}
      lead={words.lead}
      actions={actions}
    >
      <SearchList title={words.title} id={id} words={words} question={question} list={list} csv={csv}>
        {children}
      </SearchList>
    </Page>
  );
}
