import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { ChoiceFilter, Filters, SearchRoom } from './Filters.js';
import type { CsvColumns } from './listCsv.js';
import { ListFrame } from './ListFrame.js';
import { SearchField } from './SearchField.js';
import type { ListQuestion } from './useListQuestion.js';
import type { StaffList } from './useStaffList.js';

export interface SearchListWords {
  search: string;
  all: string;
  failed: string;
  loading: string;
  none: string;
  noneHint: string;
  noMatch: string;
  noMatchHint: string;
  clear: string;
}
interface SearchListProps<Row extends RaRecord> {
  /** Names the panel and prefixes the fields' ids. */
  title: string;
  id: string;
  words: SearchListWords;
  question: ListQuestion;
  list: StaffList<Row>;
  csv: CsvColumns<Row>;
  children: ReactNode;
}

/** A list with search and filters above it. */
export function SearchList<Row extends RaRecord>(props: SearchListProps<Row>) {
  const { title, id, words, question, list, csv, children } = props;
  return (
    <>
      <Filters>
        <SearchRoom>
          <SearchField
            key={question.fieldKey}
            id={`${id}-search`}
            label={words.search}
            onSearch={question.search}
          />
        </SearchRoom>
        {question.filters.map(({ name, label, options }) => (
          <ChoiceFilter
            key={name}
            id={`${id}-${name}`}
            label={label}
            value={question.chosen[name] ?? ''}
            onChange={(value) => question.choose(name, value)}
            all={words.all}
            options={options}
          />
        ))}
      </Filters>
      <ListFrame
        title={title}
        list={list}
        csv={csv}
        failed={words.failed}
        loading={words.loading}
        empty={{ title: words.none, hint: words.noneHint }}
        noMatch={question.narrowed ? { words, onClear: question.clear } : undefined}
      >
        {children}
      </ListFrame>
    </>
  );
}
