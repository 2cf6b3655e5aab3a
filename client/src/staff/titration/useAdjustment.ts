import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Plan, TitrateRequest, TitrateResponse } from '#common/api/index.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { useKeptState } from '../../shared/session/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { isConflict, whoChanged } from '../forms/conflict.js';
import { explained } from '../forms/Failure.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { planInForce } from '../records/planInForce.js';
import {
  basisOf,
  changesSince,
  fromPlan,
  isTouched,
  rangeLeft,
  readAdjustment,
  wantsReason,
  type Adjustment,
} from './adjustment.js';
import { TITRATION_TEXT as words } from './text/en.js';

export interface AdjustmentFailure {
  title: string;
  detail: string;
  /** What another user has changed in the meantime. */
  changes?: string[];
}

/** The plan as it is: what the rules recommend for it. */
function openingWish(plan: Plan): TitrateRequest {
  const { formulation, dose, frequency, route } = plan;
  return { formulation, dose, frequency, route };
}

/** The adjustment being made: what is typed, what the rules say about it, and the result of saving it. */
export function useAdjustment(detail: CaseDetail, plan: Plan, readOnly: boolean) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [form, setForm] = useKeptState<Adjustment>(
    `titration:${detail.id}`,
    () => fromPlan(plan),
    (value) => isTouched(value, plan),
  );
  const [basis, setBasis] = useState(() => basisOf(detail, plan));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<AdjustmentFailure | null>(null);
  const [simulated, setAdvice] = useState<TitrateResponse | null>(null);
  const [saved, setSaved] = useState<TitrateResponse | null>(null);
  const [acting, setBusy] = useState<'simulate' | 'save' | null>(null);
  // The recommendation is what this page is opened for; entries kept from before are left to their author.
  const [untouched] = useState(() => !isTouched(form, plan));
  const opening = useQuery({
    queryKey: ['titration', detail.id, plan.plan_id, detail.case.version],
    queryFn: () => staff.simulateTitration(detail.id, openingWish(plan)),
    enabled: untouched && !readOnly,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const advice = simulated ?? opening.data ?? null;
  const busy = acting ?? (opening.isFetching ? 'simulate' : null);
  // One key per filled-in form: retrying after a lost answer must not make a second plan.
  const key = useRef<string | null>(null);

  // A departure from the recommendation needs a recommendation; the range can be checked at any time.
  const left = rangeLeft(form);
  const needed = (entered: Adjustment): boolean =>
    rangeLeft(entered) !== null || (advice !== null && wantsReason(entered, advice, plan));

  function change(next: Adjustment) {
    key.current = null;
    setForm(next);
  }

  /** False when nothing was sent because the form needs correcting. */
  async function run(act: 'simulate' | 'save', entered = form): Promise<boolean> {
    const read = readAdjustment(entered);
    setFailure(null);
    setProblems('problems' in read ? read.problems : {});
    if ('problems' in read) return false;
    if (act === 'save' && needed(entered) && !read.wish.reason) {
      setProblems({ reason: words.reasonNeeded });
      return false;
    }
    setBusy(act);
    try {
      if (act === 'simulate') setAdvice(await staff.simulateTitration(detail.id, read.wish));
      else await save(read.wish);
      return true;
    } catch (error) {
      const title = act === 'save' ? words.saveFailed : words.simulateFailed;
      setFailure({ title, detail: explained(error) });
      if (!isApiError(error)) return true;
      if (error.status > 0) key.current = null;
      setProblems(error.fields);
      return Object.keys(error.fields).length === 0;
    } finally {
      setBusy(null);
    }
  }

  /** What the recommendation says, in one step. */
  function saveSuggested(dose: number): void {
    const suggested = { ...form, dose: String(dose) };
    change(suggested);
    void run('save', suggested);
  }

  /** The case version the adjustment is based on: a later one means that someone else made a change first. */
  async function save(wish: Parameters<typeof staff.simulateTitration>[1]) {
    key.current ??= newIdempotencyKey();
    try {
      setSaved(await staff.saveTitration(detail.id, { ...wish, version: basis.version }, key.current));
    } catch (error) {
      if (!isConflict(error)) throw error;
      key.current = null;
      const { data: fresh } = await staff.getOne<CaseDetail>('cases', { id: detail.id });
      const now = basisOf(fresh, planInForce(fresh));
      const changes = [whoChanged(error, 'this case'), ...changesSince(basis, now)];
      setBasis(now);
      setAdvice(null);
      setFailure({ title: words.conflict, detail: words.conflictKept, changes });
    }
    await refresh();
  }

  return {
    form,
    setForm: change,
    problems,
    failure,
    advice,
    /** The answer to the last simulation; null before one. */
    simulated,
    saved,
    busy,
    run,
    saveSuggested,
    rangeLeft: left,
    reasonNeeded: needed(form),
  };
}
