import { useState } from 'react';
import { isCalendarDate } from '../../../../../common/clinical/dates.js';
import { usePageParams } from '../../kit/usePageParams.js';

export const OUTCOMES = ['success', 'denied', 'failure'] as const;
export const NONE = { action: '', actor_id: '', patient_id: '', outcome: '', from: '', to: '' };
export type FilterForm = typeof NONE;

/** The day after: "until the 3rd" means the whole of the 3rd. */
function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

function toFilter(form: FilterForm): Record<string, string> {
  const filter = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''));
  if (filter['to']) filter['to'] = dayAfter(filter['to']);
  return filter;
}

/** What an address says; what makes no sense there is not asked for. */
function fromAddress(params: URLSearchParams): Partial<FilterForm> {
  const of = (name: string, fits: (value: string) => boolean) => {
    const value = params.get(name) ?? '';
    return fits(value) ? value : '';
  };
  return {
    action: of('action', (value) => /^[a-z_.]*$/.test(value)),
    outcome: of('outcome', (value) => OUTCOMES.some((one) => one === value)),
    from: of('from', isCalendarDate),
    to: of('to', isCalendarDate),
  };
}

/** What the audit log is narrowed to. It survives a reload, but for ids: those stay out of the address. */
export function useAuditFilter() {
  const { params, page, setPage, change } = usePageParams([], { field: 'seq', order: 'DESC' });
  const [ids, setIds] = useState({ actor_id: '', patient_id: '' });
  const applied: FilterForm = { ...NONE, ...fromAddress(params), ...ids };
  return {
    applied,
    filter: toFilter(applied),
    page,
    setPage,
    apply: ({ actor_id, patient_id, ...rest }: FilterForm) => {
      setIds({ actor_id, patient_id });
      change(rest);
    },
  };
}
