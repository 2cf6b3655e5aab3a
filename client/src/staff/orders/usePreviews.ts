import { useQueries } from '@tanstack/react-query';
import type { Prescription } from '#common/api/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { useStaff } from '../data/useStaff.js';
import { isStale } from '../lists/SourceBanner.js';
import { recordQuery } from '../records/useRecord.js';
import { judgementQuery } from './BlockingRules.js';
import { PREVIEW_TEXT as words } from './text/en.js';

interface Wanted {
  case_id: string;
  /** null: nothing is prescribed with it. */
  prescription_id: string | null;
}

export interface Preview {
  detail: CaseDetail | undefined;
  order: Prescription | undefined;
  state: 'loading' | 'ready' | 'failed';
  retry: () => void;
}

/** The case of each row, its order and the rules of that; `ready` once a row can show all of it. */
export function usePreviews(rows: readonly Wanted[]): Preview[] {
  const staff = useStaff();
  const ids = [...new Set(rows.map((row) => row.case_id))];
  const cases = useQueries({ queries: ids.map((id) => recordQuery(staff, 'cases', id)) });
  const found = rows.map((row) => {
    const read = cases[ids.indexOf(row.case_id)]!;
    const order = read.data?.prescriptions.find((one) => one.prescription_id === row.prescription_id);
    return { row, read, order };
  });
  const orders = found.flatMap(({ order }) => order ?? []);
  const judged = useQueries({
    queries: orders.map((order) => judgementQuery(staff, order.prescription_id, order.version)),
  });
  return found.map(({ row, read, order }) => {
    const rules = order && judged[orders.indexOf(order)];
    const missing = read.data !== undefined && row.prescription_id !== null && !order;
    const failed = read.isError || missing || isStale(read.data?.case_source) || Boolean(rules?.isError);
    const ready = read.data !== undefined && (row.prescription_id === null || rules?.data !== undefined);
    return {
      detail: read.data,
      order,
      state: failed ? 'failed' : ready ? 'ready' : 'loading',
      retry: () => void (rules?.isError ? rules.refetch() : read.refetch()),
    };
  });
}

/** Why a list cannot be confirmed yet: its rows are still loading, so what is ticked may still change. */
export function waitsFor(previews: readonly Preview[]): string | null {
  const loading = previews.filter((one) => one.state === 'loading').length;
  return loading > 0 ? words.loading(loading, previews.length) : null;
}
