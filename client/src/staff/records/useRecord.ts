import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CaseDetail, PatientProfile, StaffDataProvider } from '../data/dataProvider.js';
import { BACKGROUND } from '../data/dataProvider.js';
import { useStaff } from '../data/useStaff.js';
import { askAgain, isStale } from '../lists/SourceBanner.js';

/** What a record's page shows, by its resource. */
export interface StaffRecords {
  cases: CaseDetail;
  patients: PatientProfile;
}
export type RecordResource = keyof StaffRecords;

const sourceOf = (record: StaffRecords[RecordResource] | undefined): string | undefined =>
  record && ('case_source' in record ? record.case_source : record.source);

/** Apart from the rows of lists, which react-admin keeps as records of the same resource. */
export const WHOLE = { whole: true } as const;

/** One record with everything that belongs to it; refetched while the data shown is stale. */
export const recordQuery = <R extends RecordResource>(staff: StaffDataProvider, resource: R, id: string) =>
  queryOptions<StaffRecords[R]>({
    queryKey: [resource, 'getOne', { id, meta: WHOLE }],
    queryFn: async ({ signal, client, queryKey }) => {
      const stale = isStale(sourceOf(client.getQueryData<StaffRecords[R]>(queryKey)));
      const asked = { id, signal, ...(stale && { meta: BACKGROUND }) };
      return (await staff.getOne<StaffRecords[R]>(resource, asked)).data;
    },
    refetchInterval: ({ state }) => askAgain(sourceOf(state.data)),
  });

export const useRecord = <R extends RecordResource>(resource: R, id: string) =>
  useQuery(recordQuery(useStaff(), resource, id));
