import { secondDoseDays, troughFrom } from './clinic-doses.js';
import { deriveCase } from './case.js';
import type { ClinicalCase, Measured } from './case.js';
import { addDays, dayNumber, daysBetween } from './dates.js';
import { dueOnIn, refillDraw, type DrawDays } from './draw-days.js';
import type { ApprovedProduct, ClinicalFacts, PlanFacts } from './facts.js';
import { FORMULATIONS, INTERVAL_DAYS } from './formulations.js';
import { AFTER_STOPPING, MORNING_TESTS, RECHECK_LABELS, REFILL_LABEL, RELEASE_LABEL } from './lab-labels.js';
import { ANALYTE_BY_KEY } from './labs.js';
import type { AnalyteKey } from './labs.js';
import { HCT } from './limits.js';
import { isPsaAlarm, judgedPsa, psaRise } from './psa.js';
import type { LabSuggestion } from './types.js';

const BASELINE_TIMING = '7–10 a.m., fasting';
const HCT_RECHECK_DAYS = 28;
/** A draw up to 14 days early covers a milestone; so does any later one. */
const EARLY_DAYS = 14;
const EARLY_AFTER_CHANGE_DAYS = 7;
const YEAR = 365;
const WASHOUT_DAYS = 90;
const FOLLOW_UP_DAYS = [42, 84, 168] as const;

interface Milestone {
  readonly day: number;
  readonly label: string;
  readonly analytes: readonly AnalyteKey[];
}

interface Due {
  readonly on: string;
  readonly label: string;
  readonly analytes: readonly AnalyteKey[];
  /** Keeps the draw on the right day of the dosing cycle. */
  readonly aligned: boolean;
  readonly days?: DrawDays | null;
}

/** The next lab draw, or null when none is due. Days are differences of calendar dates. */
export function nextLabSuggestion(facts: ClinicalFacts): LabSuggestion | null {
  return suggestNextLab(deriveCase(facts));
}

export function suggestNextLab(c: ClinicalCase): LabSuggestion | null {
  if (c.startedOn === null) return afterStopping(c) ? stoppedSuggestion(c) : baselineSuggestion(c);
  if (c.plan === null) return null;
  const due = onTreatmentDue(c, c.startedOn, c.plan);
  const plan = c.plan;
  const cycle = cycleBegan(c, c.startedOn);
  const aligned = (from: string): string => (due.aligned ? alignedFrom(from, cycle, plan) : from);
  const on = aligned(due.on);
  const overdue = on < c.today;
  const suggestedOn = overdue ? aligned(c.today) : on;
  return suggestion(c, due, on, suggestedOn, FORMULATIONS[c.plan.formulation].draw_timing);
}

/** The first draw after a regimen begins or changes on a day; null where the product has no rule. */
export function drawAfterChange(plan: Cycled, changedOn: string, startedOn: string | null): string | null {
  const needed = FORMULATIONS[plan.formulation].next_lab_days;
  if (needed === null) return null;
  return alignedFrom(addDays(changedOn, needed), { startedOn: startedOn ?? changedOn, given: [] }, plan);
}

/** The start of a draw's instruction: "Quarterly check:" or "Quarterly check overdue:". */
export const labHeading = (label: string, overdue: boolean): string =>
  `${label}${overdue ? ' overdue' : ''}:`;

function suggestion(
  c: ClinicalCase,
  { label, analytes, days = null }: Pick<Due, 'label' | 'analytes' | 'days'>,
  dueOn: string,
  suggestedOn: string,
  timing: string,
): LabSuggestion {
  const overdue = dueOn < c.today;
  const names = analytes.map((key) => ANALYTE_BY_KEY.get(key)?.short ?? key);
  return {
    instruction: `${labHeading(label, overdue)} ${names.join(', ')}.`,
    suggested_in_days: daysBetween(c.today, suggestedOn),
    draw_timing: timing,
    status: overdue ? 'overdue' : 'scheduled',
    due_in_days: daysBetween(c.today, dueOn),
    due_on: dueOn,
    label,
    analytes: [...analytes],
    ...days,
  };
}

/** Before treatment: two morning totals on different days, a third when they disagree, then what is still missing. */
function baselineSuggestion(c: ClinicalCase): LabSuggestion | null {
  const inDays = (days: number, label: string, analytes: readonly AnalyteKey[], words?: string) => {
    const on = addDays(c.today, days);
    const result = suggestion(c, { label, analytes }, on, on, BASELINE_TIMING);
    return words ? { ...result, instruction: words } : result;
  };
  const lows = c.latestTwo.filter((draw) => draw.value < 300).length;
  if (c.latestTwo.length === 0)
    return inDays(3, 'First morning test', ['tt_ng_dl', 'hct_percent', 'psa_ng_ml'], MORNING_TESTS.first);
  if (c.latestTwo.length === 1) return inDays(7, 'Second morning test', ['tt_ng_dl'], MORNING_TESTS.second);
  if (lows === 1) return inDays(7, 'Third morning test', ['tt_ng_dl'], MORNING_TESTS.third);
  const missing: AnalyteKey[] = [];
  if (c.hct === null || c.hct.age_days > YEAR) missing.push('hct_percent');
  if (c.age !== null && psaWanted(c) && (c.psa === null || c.psa.age_days > YEAR)) missing.push('psa_ng_ml');
  return missing.length > 0 ? inDays(7, 'Complete the baseline panel', missing) : null;
}

/** From 40 on, unless declined; with an unknown age too. */
const psaWanted = (c: ClinicalCase): boolean => (c.age ?? 40) >= 40 && c.answers.psa_agreed !== false;

/** For 90 days after stopping, diagnostic tests are not useful; with follow-up labs ordered, for 24 weeks. */
function afterStopping(c: ClinicalCase): boolean {
  const ended = c.facts.therapy_ended_on ?? null;
  if (ended === null || ended > c.today) return false;
  if (daysBetween(ended, c.today) <= WASHOUT_DAYS) return true;
  return Boolean(c.facts.follow_up_labs) && followUpSuggestion(c) !== null;
}

/** A blood count above the limit is rechecked after stopping too, before the ordered follow-up. */
function stoppedSuggestion(c: ClinicalCase): LabSuggestion | null {
  const followUp = followUpSuggestion(c);
  const recheck = recheckDue(c);
  if (!recheck || (followUp && followUp.due_on <= recheck.on)) return followUp;
  return suggestion(c, recheck, recheck.on, recheck.on < c.today ? c.today : recheck.on, BASELINE_TIMING);
}

/** After stopping, labs at 6, 12 and 24 weeks if the clinician ordered them. */
function followUpSuggestion(c: ClinicalCase): LabSuggestion | null {
  const ended = c.facts.therapy_ended_on;
  if (!ended || !c.facts.follow_up_labs) return null;
  const draws = c.drawDates.filter((date) => date > ended);
  const day = FOLLOW_UP_DAYS.find((days) => !draws.some((date) => date >= addDays(ended, days - EARLY_DAYS)));
  if (day === undefined) return null;
  const on = addDays(ended, day);
  const analytes: AnalyteKey[] = ['tt_ng_dl', 'lh_miu_ml', 'fsh_miu_ml', 'hct_percent'];
  const label = `${day / 7}-week follow-up${AFTER_STOPPING}`;
  return suggestion(c, { label, analytes }, on, on < c.today ? c.today : on, BASELINE_TIMING);
}

/** The recheck a finding requires, counted from the day it was found. Null if none is due. */
interface Recheck {
  readonly found: Measured | null | undefined;
  readonly passed: boolean;
  readonly days: number;
  readonly label: string;
  readonly analytes: readonly AnalyteKey[];
}

const HCT_HIGH_RECHECK_DAYS = 42;
const PSA_RECHECK_DAYS = 28;

function rechecks(c: ClinicalCase): Recheck[] {
  const level = c.hct?.value ?? 0;
  // As the rules: the newest PSA, also one drawn before the first dose; a rise only on treatment.
  const psaHigh = isPsaAlarm(judgedPsa(c, c.psa), psaRise(c), c.therapyDay ?? 0);
  return [
    {
      found: c.hct,
      passed: level > HCT.stop,
      days: HCT_RECHECK_DAYS,
      label: RECHECK_LABELS.hct_stop[c.state],
      analytes: ['hct_percent'],
    },
    {
      found: c.hct,
      passed: level > HCT.reduce && level <= HCT.stop,
      days: HCT_HIGH_RECHECK_DAYS,
      label: RECHECK_LABELS.hct_high[c.state],
      analytes: ['tt_ng_dl', 'hct_percent'],
    },
    {
      found: c.psa,
      passed: psaHigh,
      days: PSA_RECHECK_DAYS,
      label: RECHECK_LABELS.psa[c.state],
      analytes: ['psa_ng_ml'],
    },
  ];
}

/** The earliest recheck of findings on treatment; it takes precedence over every planned draw. */
function recheckDue(c: ClinicalCase): Due | null {
  const due = rechecks(c).flatMap(({ found, passed, days, label, analytes }) =>
    passed && found ? [{ on: addDays(found.date, days), label, analytes, aligned: false }] : [],
  );
  return due.toSorted((a, b) => a.on.localeCompare(b.on))[0] ?? null;
}

function onTreatmentDue(c: ClinicalCase, start: string, plan: PlanFacts): Due {
  const due = plannedOrRecheck(c, start, plan);
  const asked = labsAskedOn(c);
  if (asked !== null && asked < due.on) {
    const days = askedDays(c, asked);
    return {
      on: days ? dueOnIn(days, c.today) : asked,
      label: REFILL_LABEL,
      analytes: c.facts.labs_requested_tests?.length ? c.facts.labs_requested_tests : due.analytes,
      aligned: false,
      days,
    };
  }
  const until = c.facts.hold?.until_on ?? null;
  if (until === null || due.on <= until || drawnBeforeRelease(c, until)) return due;
  return { on: until, label: RELEASE_LABEL, analytes: due.analytes, aligned: false };
}

/** Since when a refill waits for a blood test that was not drawn since: it does not wait for the next milestone. */
export function labsAskedOn({ facts, newest }: ClinicalCase): string | null {
  const { labs_requested_on: asked, labs_requested_tests: missing } = facts;
  if (asked && missing) return asked;
  if (!asked || [...newest.values()].some(({ date }) => date >= asked)) return null;
  return asked;
}

/** The days of a draw that a refill waits for; null: at once. In a hold no dose is taken to count from. */
export function askedDays({ facts, plan, today }: ClinicalCase, asked_on: string): DrawDays | null {
  return refillDraw(facts.hold ? null : plan, {
    asked_on,
    today,
    zone: facts.patient_timezone ?? facts.timezone,
    last_dose_at: facts.last_dose_at ?? null,
    run_out_on: facts.labs_requested_run_out_on ?? null,
  });
}

/** A hold until a day is decided on results from its last two weeks. */
const drawnBeforeRelease = (c: ClinicalCase, until: string): boolean =>
  c.completedDraws.some(
    (date) => date >= addDays(until, -EARLY_DAYS) && date >= (c.facts.hold?.since ?? date),
  );

function plannedOrRecheck(c: ClinicalCase, start: string, plan: PlanFacts): Due {
  const planned = plannedDue(c, start, plan);
  const recheck = recheckDue(c);
  // A planned draw that comes sooner includes the recheck.
  return recheck &&
    (recheck.on <= planned.on || recheck.analytes.some((key) => !planned.analytes.includes(key)))
    ? recheck
    : planned;
}

/** A change brings dates of its own; an approved one ends none that was overdue that day. */
function plannedDue(c: ClinicalCase, start: string, plan: PlanFacts): Due {
  const last = c.lastChangeOn;
  const changed = last !== null && last > start ? { formulation: plan.formulation, on: last } : null;
  return overdueAtChange(c, start, plan) ?? dueAfter(c, start, plan, changed);
}

/** What was overdue when a plan was changed, and still was not drawn. */
function overdueAtChange(c: ClinicalCase, start: string, plan: PlanFacts): Due | null {
  const changes = (c.facts.dose_changes ?? []).filter(({ on }) => on > start);
  const overdue = changes.flatMap(({ on }, index) => {
    const before = dueAfter(c, start, plan, changes[index - 1] ?? null);
    return before.on < on ? [before] : [];
  });
  return overdue.toSorted((a, b) => a.on.localeCompare(b.on))[0] ?? null;
}

const dueAfter = (c: ClinicalCase, start: string, plan: PlanFacts, changed: ApprovedProduct | null): Due =>
  (changed && drawAfter(c, changed)) ?? nextMilestone(c, start, plan);

/** A dose change requires its own draw, replacing the milestones before it. */
function drawAfter(c: ClinicalCase, { formulation, on: changed }: ApprovedProduct): Due | null {
  const needed = FORMULATIONS[formulation].next_lab_days;
  if (needed === null) return null;
  const enough = addDays(changed, needed - EARLY_AFTER_CHANGE_DAYS);
  if (c.completedDraws.some((date) => date >= enough)) return null;
  return {
    on: addDays(changed, needed),
    label: 'Recheck after dose change',
    analytes: ['tt_ng_dl', 'hct_percent'],
    aligned: true,
  };
}

/** The first milestone with an uncovered analyte: covered by a draw up to 14 days before it, or any later one. */
function nextMilestone(c: ClinicalCase, start: string, plan: PlanFacts): Due {
  const covered = (key: AnalyteKey, day: number): boolean => {
    const last = c.drawnSinceStart.get(key);
    return last !== undefined && daysBetween(start, last) + EARLY_DAYS >= day;
  };
  for (const milestone of milestones(c, plan)) {
    const open = milestone.analytes.filter((key) => !covered(key, milestone.day));
    if (open.length > 0)
      return {
        on: addDays(start, milestone.day),
        label: milestone.label,
        analytes: open,
        aligned: open.includes('tt_ng_dl'),
      };
  }
  throw new RangeError('A milestone always follows');
}

/** Days from the start: the product's first draw, 90, 180, (270), 365, then every 91 or 182 days without end. */
function* milestones(c: ClinicalCase, plan: PlanFacts): Generator<Milestone> {
  const product = FORMULATIONS[plan.formulation];
  const symptoms = c.answers.gynecomastia === true || c.facts.extras.breast_symptoms === true;
  const safety: AnalyteKey[] = [
    'tt_ng_dl',
    'hct_percent',
    ...(psaWanted(c) ? (['psa_ng_ml'] as const) : []),
    ...(symptoms ? (['estradiol_pg_ml'] as const) : []),
  ];
  const lipids: AnalyteKey[] = ['cholesterol_mg_dl', 'hdl_mg_dl', 'ldl_mg_dl', 'triglycerides_mg_dl'];
  const quarterly = c.policy.monitoring_mode === 'quarterly';
  const first = firstDrawDay(c, plan);
  if (first !== null && first < 90) {
    const trough = product.id === 'testosterone_enanthate_sc_auto' ? 'trough ' : '';
    yield {
      day: first,
      label: `${Math.max(1, Math.round(first / 7))}-week ${trough}check`,
      analytes: ['tt_ng_dl', 'hct_percent'],
    };
  }
  yield { day: 90, label: '3-month check', analytes: safety };
  yield { day: 180, label: '6-month check', analytes: safety };
  if (quarterly) yield { day: 270, label: '9-month check', analytes: safety };
  yield { day: YEAR, label: '12-month check', analytes: [...safety, ...lipids] };
  const every = quarterly ? 91 : 182;
  for (let count = 1; ; count += 1) {
    const yearly = (count * every) % 364 === 0;
    yield {
      day: YEAR + count * every,
      label: yearly ? 'Yearly safety labs' : quarterly ? 'Quarterly safety labs' : 'Six-month safety labs',
      analytes: yearly ? [...safety, ...lipids] : safety,
    };
  }
}

/** Days from the start to the first draw; with injections on record, to the third one or a later: before it no level counts. */
function firstDrawDay({ facts, startedOn }: ClinicalCase, plan: PlanFacts): number | null {
  const given = facts.clinic_doses ?? [];
  const third =
    given.length && startedOn !== null ? troughFrom(plan, addDays(startedOn, 1), { given, startedOn }) : null;
  return third === null ? FORMULATIONS[plan.formulation].next_lab_days : daysBetween(startedOn!, third);
}

type Cycled = Pick<PlanFacts, 'formulation' | 'frequency'>;

/** Where a dosing cycle is counted from. */
interface Began {
  readonly startedOn: string;
  /** Injections at the clinic, oldest first. */
  readonly given: readonly string[];
}

/** A product that begins with a shorter interval has a cycle of its own, from its first dose on. */
function cycleBegan({ plan, lastChangeOn, facts }: ClinicalCase, startedOn: string): Began {
  const own = plan !== null && secondDoseDays(plan.formulation) !== null;
  return {
    startedOn: own && lastChangeOn !== null && lastChangeOn > startedOn ? lastChangeOn : startedOn,
    given: facts.clinic_doses ?? [],
  };
}

/** The first date on or after `from` at the right point of the dosing cycle, counted from the start of therapy. */
function alignedFrom(from: string, began: Began, plan: Cycled): string {
  const trough = began.given.length ? troughFrom(plan, from, began) : null;
  if (trough !== null) return trough;
  const cycle = cycleOf(plan);
  if (cycle === null) return from;
  const place = (dayNumber(from) - dayNumber(began.startedOn)) % cycle.days;
  return addDays(from, (cycle.wanted - place + cycle.days) % cycle.days);
}

/** Mid-cycle for weekly and two-weekly injections, the injection day for the auto-injector, none for the others. */
function cycleOf(plan: Cycled): { days: number; wanted: number } | null {
  const { draw_window: window, id } = FORMULATIONS[plan.formulation];
  const days = INTERVAL_DAYS[plan.frequency];
  if (id === 'testosterone_enanthate_sc_auto') return { days, wanted: 0 };
  if (window.kind !== 'mid_interval' || !Number.isInteger(days)) return null;
  return { days, wanted: Math.floor(days / 2) };
}
