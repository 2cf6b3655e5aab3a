import type { AppointmentStatus, PatientTimelineResponse, TimelineResponse } from '#common/api/index.js';
import type { RemovedDose } from '#common/api/doses.js';
import type { SideEffectSeverity } from '#common/clinical/safety-check.js';
import { drawWindowHours, isFormulationId, isFrequency } from '#common/clinical/formulations.js';
import { HCT, PSA } from '#common/clinical/limits.js';
import { MCID } from '#common/scores/questionnaires.js';
import { SEVERITY_TONE, type Tone } from '#common/vocabulary/index.js';
import type { Band, TrendPoint } from '../charts/trend.js';
import { SAFETY_CHECK_WORDS } from '#common/vocabulary/safety-check-words.js';
import { formatDate, formatDateTime, formatResult } from '../ui/format.js';
import { humanize } from '../ui/text/codes.js';
import { formatNumber } from '../ui/number.js';
import { amountText, quantityText } from '../ui/quantity.js';
import { dateIn } from '../ui/zones.js';
import { TIMELINE_TEXT as text } from './text/en.js';

/** The patient's own timeline has no alerts. */
export type TimelineData = PatientTimelineResponse &
  Partial<Pick<TimelineResponse, 'alerts' | 'simulated' | 'removed_doses'>>;
type LaneKey = keyof typeof text.lanes;

/** Something that happened on a day, for the readout and the table. */
export interface Entry {
  on: string;
  text: string;
  note?: string;
  tone?: Tone;
  /** The day a dose ended. */
  until?: string;
}
interface Series {
  name: string;
  /** Without dots: no one measured it. */
  simulated?: boolean;
  /** By the patient: dots of another shape. */
  reported?: boolean;
  /** A null value breaks the line. */
  points: readonly (Omit<TrendPoint, 'value'> & { value: number | null })[];
}
export interface Values {
  series: readonly Series[];
  band: Band | null;
  /** The scale that makes a change look as large as it matters; it grows only for a value outside. */
  domain?: readonly [from: number, to: number];
  /** From the lowest to the highest simulated value, by day. */
  spread?: readonly { at: string; low: number; high: number }[];
  limits: readonly number[];
  /** Values that the hint explains, and that are no limit. */
  marks?: readonly number[];
  /** A dose lasts until the next one: its corners have no dots. */
  steps: boolean;
}
export interface Lane {
  key: LaneKey;
  title: string;
  /** Explains the band, the limits or the scale. */
  hint: string;
  entries: readonly Entry[];
  /** What is drawn as a line; null where each entry is a mark. */
  values: Values | null;
  /** Too many entries for dots. */
  dense?: boolean;
}

export interface LaneContext {
  /** The zone that decides which day an entry is on. */
  zone: string;
  productName: (formulation: string) => string;
}

const DOMAIN = {
  testosterone: [0, 1_000],
  hematocrit: [36, 56],
  psa: [0, 5],
  pressure: [50, 180],
  score: [0, 100],
} as const;
/** Hematocrit is watched from the first limit, and a dose is held above the second. */
const HEMATOCRIT_LIMITS = [HCT.safe, HCT.stop] as const;
const SIDE_EFFECT_TONE: Record<SideEffectSeverity, Tone> = {
  none: 'neutral',
  mild: 'info',
  moderate: 'warning',
  severe: 'danger',
};

const VISIT_TONE: Record<AppointmentStatus, Tone> = {
  requested: 'neutral',
  scheduled: 'info',
  completed: 'success',
  cancelled: 'neutral',
  no_show: 'warning',
};

const onDay = (at: string, zone: string): string => dateIn(new Date(at), zone);
const byDay = <T extends { on: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => a.on.localeCompare(b.on));

const planOn = (plans: TimelineData['plans'], on: string) =>
  plans.findLast(({ from, to }) => from <= on && (to === null || on <= to));

function markLane(key: LaneKey, entries: readonly Entry[]): Lane {
  return { key, title: text.lanes[key], hint: '', entries: byDay(entries), values: null };
}

interface Measured extends Entry {
  value: number;
}
function valueLane(
  key: LaneKey,
  measured: readonly Measured[],
  shown: Partial<Values & { hint: string }>,
  more: readonly Series[] = [],
) {
  const { hint = '', ...values } = shown;
  const sorted = byDay(measured);
  const points = sorted.map(({ on, value }) => ({ at: on, value }));
  return {
    key,
    title: text.lanes[key],
    hint,
    entries: sorted.map(({ value: _value, ...entry }) => entry),
    values: {
      series: [{ name: text.lanes[key], points }, ...more],
      band: null,
      limits: [],
      steps: false,
      ...values,
    },
  } satisfies Lane;
}

/** The corners of the dose line: flat while a dose is current, a gap while there is none. */
export function dosePath(plans: PatientTimelineResponse['plans'], today: string): Series['points'] {
  const sorted = plans.toSorted((a, b) => a.from.localeCompare(b.from));
  return sorted.flatMap(({ from, to, dose }, index) => {
    const next = sorted[index + 1];
    const end = to ?? (today > from ? today : from);
    return [
      { at: from, value: dose },
      { at: end, value: dose },
      ...(next && next.from > end ? [{ at: end, value: null }] : []),
    ];
  });
}

function doseLane({ plans, today }: TimelineData, productName: LaneContext['productName']): Lane {
  const entries = byDay(
    plans.map(({ from, to, dose, frequency, formulation }) => ({
      on: from,
      text: text.dose(formatNumber(dose), frequency),
      note: [productName(formulation), to && text.until(formatDate(to))].filter(Boolean).join(', '),
      ...(to && { until: to }),
    })),
  );
  const series = [{ name: text.lanes.dose, points: dosePath(plans, today) }];
  return {
    key: 'dose',
    title: text.lanes.dose,
    hint: 'mg',
    entries,
    values: { series, band: null, limits: [], steps: true },
  };
}

/** Each dose the patient logged, or reported as not taken; for staff also what the patient took back. */
function takenLane({ doses, missed_doses, removed_doses = [] }: TimelineData, zone: string): Lane {
  const missed = missed_doses.map(({ due_at, dose, unit }) => ({
    on: onDay(due_at, zone),
    text: text.notTaken(amountText(dose, unit)),
    note: text.missedNote,
    tone: 'warning' as const,
  }));
  const taken = doses.map(({ taken_at, dose, unit, site, note }) => ({
    on: onDay(taken_at, zone),
    text: amountText(dose, unit),
    note: [site && humanize(site), note].filter(Boolean).join(', '),
  }));
  return {
    ...markLane('doses', [...taken, ...missed, ...removedByDay(removed_doses, zone)]),
    dense: true,
  };
}

/** What was taken back, one entry a day: it stands behind what was taken. */
function removedByDay(removed: readonly RemovedDose[], zone: string): Entry[] {
  const days = new Set(removed.map(({ taken_at: at }) => onDay(at, zone)));
  return [...days].map((on) => {
    const some = removed.filter(({ taken_at: at }) => onDay(at, zone) === on);
    const [first, ...more] = some.map(({ dose, unit }) => amountText(dose, unit));
    const last = some
      .map(({ removed_at: at }) => at)
      .toSorted()
      .at(-1)!;
    const note = text.removedNote(formatDateTime(last));
    return more.length === 0
      ? { on, text: text.removed(first!), note }
      : { on, text: text.removedCount(some.length), note: [first, ...more, note].join(', ') };
  });
}

/** Each fill in the unit of its own product; an answer that an earlier version kept does not name it. */
function fillLane(dispenses: TimelineData['dispenses'], plans: TimelineData['plans']): Lane {
  return markLane(
    'fills',
    dispenses.map(({ filled_on: on, n, quantity, days, source, completes, formulation }) => {
      const product = formulation ?? planOn(plans, on)?.formulation ?? plans.at(-1)?.formulation ?? '';
      return {
        on,
        text: text.fill(completes === null ? text.nth(n) : text.rest, quantityText(quantity, product)),
        note: text.fillNote(days, text.source[source]),
        tone: 'info' as const,
      };
    }),
  );
}

function pressureLane(readings: TimelineData['blood_pressure']): Lane {
  const known = byDay(readings.filter(({ systolic, diastolic }) => systolic !== null || diastolic !== null));
  const side = (value: number | null): string => (value === null ? text.unknown : formatNumber(value));
  const seriesOf = (reported: boolean, readings: typeof known): Series[] =>
    (['systolic', 'diastolic'] as const).map((part) => ({
      name: reported ? text.atHome(text[part]) : text[part],
      ...(reported && { reported }),
      points: readings.flatMap((reading) =>
        reading[part] === null ? [] : [{ at: reading.on, value: reading[part] }],
      ),
    }));
  const told = known.filter(({ reported }) => reported);
  const series = [
    ...seriesOf(
      false,
      known.filter(({ reported }) => !reported),
    ),
    ...(told.length > 0 ? seriesOf(true, told) : []),
  ];
  return {
    key: 'pressure',
    title: text.lanes.pressure,
    hint: told.length > 0 ? text.homeHint : 'mmHg',
    entries: known.map(({ on, systolic, diastolic, reported }) => ({
      on,
      text: text.pressure(side(systolic), side(diastolic)),
      ...(reported && { note: text.measuredAtHome }),
    })),
    values: { series, band: null, domain: DOMAIN.pressure, limits: [], steps: false },
  };
}

const simulatedLine = (weeks: TimelineData['simulated'] = []): Series[] =>
  weeks.length > 0
    ? [
        {
          name: text.simulated,
          simulated: true,
          points: weeks.map(({ on, mid }) => ({ at: on, value: mid })),
        },
      ]
    : [];

/** The hours after the dose, and whether a draw at that hour counts for the plan of its day. */
function drawNote(
  { hours_after_dose: hours, hours_from_log: logged }: TimelineData['testosterone'][number],
  on: string,
  plans: TimelineData['plans'],
): { note?: string } {
  const plan = planOn(plans, on);
  const product = plan && isFormulationId(plan.formulation) ? plan.formulation : null;
  const windows =
    product && plan && isFrequency(plan.frequency) ? drawWindowHours(product, plan.frequency) : null;
  if (hours === null) return windows ? { note: text.hoursUnknown } : {};
  const after = text.hours(formatNumber(hours), logged === true);
  if (!windows) return { note: after };
  const valid = windows.some(([from, to]) => hours >= from && hours <= to);
  const window = windows.map(([from, to]) => text.hoursRange(from, to)).join(text.or);
  return { note: `${after}, ${(valid ? text.inWindow : text.outOfWindow)(window)}` };
}

function labLanes(data: TimelineData, zone: string): Lane[] {
  const { target } = data;
  const [watch, stop] = HEMATOCRIT_LIMITS;
  return [
    valueLane(
      'testosterone',
      data.testosterone.map((draw) => ({
        on: onDay(draw.collected_at, zone),
        value: draw.value,
        text: `${formatResult(draw)} ng/dL`,
        ...drawNote(draw, onDay(draw.collected_at, zone), data.plans),
      })),
      {
        band: target,
        domain: DOMAIN.testosterone,
        hint: [
          target ? text.target(formatNumber(target.low), formatNumber(target.high)) : 'ng/dL',
          ...(data.simulated?.length ? [text.simulatedHint] : []),
        ].join('. '),
        ...(data.simulated && { spread: data.simulated.map(({ on, low, high }) => ({ at: on, low, high })) }),
      },
      simulatedLine(data.simulated),
    ),
    valueLane(
      'hematocrit',
      data.hematocrit.map((draw) => ({
        on: onDay(draw.collected_at, zone),
        value: draw.value,
        text: `${formatResult(draw)}%`,
      })),
      { domain: DOMAIN.hematocrit, limits: HEMATOCRIT_LIMITS, hint: text.hematocritLimits(watch, stop) },
    ),
    valueLane(
      'psa',
      data.psa.map((draw) => ({
        on: onDay(draw.collected_at, zone),
        value: draw.value,
        text: `${formatResult(draw)} ng/mL`,
      })),
      { domain: DOMAIN.psa, limits: [PSA.limit], hint: text.psaLimit(PSA.limit, PSA.limit / 2) },
    ),
  ];
}

function markLanes({ side_effects, visits, alerts }: TimelineData, zone: string): Lane[] {
  const words = SAFETY_CHECK_WORDS;
  const happened = visits.filter(({ status }) => status !== 'cancelled' && status !== 'requested');
  return [
    markLane(
      'side_effects',
      side_effects.map(({ on, key, severity, since }) => ({
        on,
        text: text.sideEffect(words.sideEffect[key], words.severity[severity]),
        tone: SIDE_EFFECT_TONE[severity],
        ...(since && { note: text.since(formatDate(since)) }),
      })),
    ),
    markLane(
      'visits',
      happened.map(({ at, kind, status }) => ({
        on: onDay(at, zone),
        text: text.kind[kind] ?? kind,
        note: text.visit[status],
        tone: VISIT_TONE[status],
      })),
    ),
    ...(alerts
      ? [
          markLane(
            'alerts',
            alerts.map(({ title, severity, opened_at, closed_at, misread }) => ({
              on: onDay(opened_at, zone),
              text: title,
              note: closed_at
                ? (misread ? text.misread(misread) : text.closed)(
                    severity,
                    formatDate(onDay(closed_at, zone)),
                  )
                : text.open(severity),
              tone: SEVERITY_TONE[severity],
            })),
          ),
        ]
      : []),
  ];
}

const SCALE_LANES = [
  { key: 'iief', total: 'iief_total', mcid: MCID.iief5 },
  { key: 'qadam', total: 'qadam_total', least: 10 },
  { key: 'ams', total: 'ams_total', least: 17 },
  { key: 'phq2', total: 'phq2_total' },
  { key: 'phq9', total: 'phq9_total' },
] as const;

/** Questionnaires that were ever answered; the line is where a change since the first total begins to matter. */
function scaleLanes(scores: TimelineData['scores'], zone: string): Lane[] {
  return SCALE_LANES.flatMap(({ key, total, ...more }) => {
    const inactive = (one: (typeof scores)[number]) => key === 'iief' && one.iief_not_active === true;
    const measured = byDay(
      scores.flatMap((one) => {
        const value = one[total];
        return inactive(one) || value === null || value === undefined
          ? []
          : [{ on: onDay(one.at, zone), value, text: text.ofMost(value, text.most[key]) }];
      }),
    );
    // Without an attempt the total says nothing: it is told, neither drawn nor compared.
    const told = scores.filter(inactive).map(({ at }) => ({ on: onDay(at, zone), text: text.notActive }));
    const [first] = measured;
    if (!first) return told.length ? [markLane(key, told)] : [];
    const change = 'mcid' in more ? more.mcid : undefined;
    const least = 'least' in more ? more.least : 0;
    const lane = valueLane(key, measured, {
      domain: [least, text.most[key]],
      hint: change === undefined ? text.information : text.mcid(change),
      ...(change !== undefined && { marks: [first.value + change] }),
    });
    return [{ ...lane, entries: byDay([...lane.entries, ...told]) }];
  });
}

/** Every lane in order, including empty ones. */
export function lanesOf(data: TimelineData, { zone, productName }: LaneContext): Lane[] {
  return [
    doseLane(data, productName),
    takenLane(data, zone),
    fillLane(data.dispenses, data.plans),
    ...labLanes(data, zone),
    pressureLane(data.blood_pressure),
    valueLane(
      'score',
      data.scores.map(({ at, adam_severity: severity, adam_count: count }) => ({
        on: onDay(at, zone),
        value: severity,
        text: text.score(formatNumber(severity)),
        note: text.symptoms(count),
      })),
      { domain: DOMAIN.score, hint: `${text.scoreRange}. ${text.information}` },
    ),
    ...scaleLanes(data.scores, zone),
    ...markLanes(data, zone),
  ];
}

const AT_A_GLANCE: readonly LaneKey[] = ['dose', 'testosterone', 'hematocrit'];

/** What a dose is judged by, of the lanes that are filled. */
export const compactLanes = (lanes: readonly Lane[]): Lane[] =>
  lanes.filter(({ key, values }) => values !== null && AT_A_GLANCE.includes(key));
