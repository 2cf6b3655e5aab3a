import { useState } from 'react';
import { isCalendarDate } from '#common/clinical/dates.js';
import { usePageParams } from '../../lists/usePageParams.js';
import { isUuid } from '../../kit/uuid.js';

export const OUTCOMES = ['success', 'denied', 'failure'] as const;
export const NONE = { action: '', actor: '', patient: '', outcome: '', from: '', to: '' };
export type FilterForm = typeof NONE;

/** The next day: "until the 3rd" includes the whole of the 3rd. */
function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

function toFilter(form: FilterForm): Record<string, string> {
  const { actor, patient, ...rest } = form;
  const people = {
    [isUuid(actor) ? 'actor_id' : 'actor']: actor,
    [isUuid(patient) ? 'patient_id' : 'patient']: patient,
  };
  const filter = Object.fromEntries(
    Object.entries({ ...rest, ...people }).filter(([, value]) => value !== ''),
  );
  if (filter['to']) filter['to'] = dayAfter(filter['to']);
  return filter;
}

/** Reads the filters from the URL and drops invalid ones. */
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

/** The audit log's filters. They survive a reload, except those that name people, which stay out of the URL. */
export function useAuditFilter() {
  const place = usePageParams([], { field: 'seq', order: 'DESC' });
  const { params, page, change } = place;
  const [people, setPeople] = useState({ actor: '', patient: '' });
  const applied: FilterForm = { ...NONE, ...fromAddress(params), ...people };
  const until = params.get('until_seq') ?? '';
  const bound = page > 1 && /^\d{1,15}$/.test(until) ? until : '';
  return {
    place,
    applied,
    filter: toFilter(applied),
    /** Reading the log adds to it: later pages stay anchored to the first. The first is always the newest. */
    bound: bound ? { until_seq: bound } : {},
    page,
    /** @param newest the newest event of the first page, when that page is shown */
    setPage: (next: number, newest: number | undefined) =>
      change(
        next > 1
          ? { page: String(next), until_seq: bound || String(newest ?? '') }
          : { page: null, until_seq: null },
      ),
    apply: ({ actor, patient, ...rest }: FilterForm) => {
      setPeople({ actor, patient });
      change({ ...rest, until_seq: null });
    },
  };
}
