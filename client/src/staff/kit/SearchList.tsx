import type { ReactNode } from 'react';
import { Panel } from '../../shared/ui/index.js';
import { ChoiceFilter, Filters, SearchRoom } from './Filters.js';
import { ListBody, type ListBodyProps } from './ListBody.js';
import { SearchField } from './SearchField.js';
import type { ListQuestion } from './useListQuestion.js';
import { Pager, type Sort } from './Worklist.js';

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
interface SearchListProps<Row> {
  /** Names the panel and prefixes the fields' ids. */
  title: string;
  id: string;
  words: SearchListWords;
  question: ListQuestion;
  list: ListBodyProps<Row>['list'] & { total?: number | undefined };
  children: (rows: Row[], by: { sort: Sort; onSort: (sort: Sort) => void }) => ReactNode;
}

/** A list with search and filters above it, in all its states, and pagination below. */
export function SearchList<Row>(props: SearchListProps<Row>) {
  const { title, id, words, question, list, children } = props;
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
      <Panel title={title} flush hideTitle>
        <ListBody
          list={list}
          failed={words.failed}
          loading={words.loading}
          empty={{ title: words.none, hint: words.noneHint }}
          noMatch={question.narrowed ? { words, onClear: question.clear } : undefined}
        >
          {(rows) => (
            <>
              {children(rows, { sort: question.sort, onSort: question.setSort })}
              <Pager
                page={question.page}
                perPage={question.perPage}
                total={list.total ?? 0}
                onPage={question.setPage}
              />
            </>
          )}
        </ListBody>
      </Panel>
    </>
  );
}
