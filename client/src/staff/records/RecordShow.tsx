import type { ReactNode } from 'react';
import { ShowBase, type ShowControllerResult } from 'react-admin';
import { queryClient } from '../../shared/api/index.js';
import { useStaff } from '../data/useStaff.js';
import { recordQuery, WHOLE, type RecordResource, type StaffRecords } from './useRecord.js';

/** The page says what went wrong, in place: react-admin would leave for the list. */
const stay = (): void => undefined;

/** react-admin's view of one record; the route has checked who may open it. */
export function RecordShow<R extends RecordResource>({
  resource,
  id,
  children,
}: {
  resource: R;
  id: string;
  children: (show: ShowControllerResult<StaffRecords[R]>) => ReactNode;
}) {
  const { retry } = queryClient.getDefaultOptions().queries ?? {};
  return (
    <ShowBase<StaffRecords[R]>
      resource={resource}
      id={id}
      disableAuthentication
      queryOptions={{ ...recordQuery(useStaff(), resource, id), meta: WHOLE, retry, onError: stay }}
      render={children}
    />
  );
}
