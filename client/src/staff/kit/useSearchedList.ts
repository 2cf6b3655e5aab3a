import { useGetList, type RaRecord } from 'react-admin';
import type { ListQuestion } from './useListQuestion.js';

/** The answer to a list's question; the one before stays on the screen until it is there. */
export const useSearchedList = <Row extends RaRecord>(
  resource: string,
  { page, perPage, sort, filter }: Pick<ListQuestion, 'page' | 'perPage' | 'sort' | 'filter'>,
) =>
  useGetList<Row>(
    resource,
    { pagination: { page, perPage }, sort, filter },
    { placeholderData: (before: unknown) => before as never },
  );
