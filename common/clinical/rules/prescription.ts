/** The prescription itself: law, arithmetic, monitoring program. */
import type { ClinicalCase } from '../case.js';
import { daysBetween, isCalendarDate } from '../dates.js';
import { dispensedMgPerMl } from '../drug-names.js';
import { FORMULATIONS } from '../formulations.js';
import { parseDoseMg, parseFrequency } from '../order-words.js';
import type { PrescriptionFacts, PreviousPrescriptionFacts } from '../facts.js';
import { lastLegalFillOn, lastPlannedFillOn, possibleDaysSupply } from '../supply.js';
import { aboveMaximum, maximumWeekly, weeklyOrdered } from './formulary.js';
import { formulation, input } from './inputs.js';
import { above, any } from './logic.js';
import { issuedOn } from './jurisdiction.js';
import { hasPrescription, rule } from './rule.js';
import type { Rule } from './rule.js';

const field = (name: keyof PrescriptionFacts, threshold?: string, unit?: string) =>
  input(name, (c) => c.facts.prescription?.[name], threshold, unit ? { unit } : {});

const issueDate = input('issued_on', issuedOn);

const judgedPlan = (c: ClinicalCase) => c.facts.candidate_plan ?? c.plan;

function lastPlanned(c: ClinicalCase): string | null {
  const rx = c.facts.prescription;
  return rx ? lastPlannedFillOn(issuedOn(c), rx.refills, rx.days_supply) : null;
}

/** The computed days of supply nearest to the entered ones: vials may be single-dose or multi-dose. */
function closestDays(c: ClinicalCase): number | null {
  const rx = c.facts.prescription;
  const possible = rx && c.product ? possibleDaysSupply(c.product.id, rx) : [];
  if (!rx || possible.length === 0) return null;
  return possible.reduce((best, days) =>
    Math.abs(days - rx.days_supply) < Math.abs(best - rx.days_supply) ? days : best,
  );
}

/** The last supply the patient has or will have: the last fill, or an order that the pharmacy got after it. */
function lastSupply(c: ClinicalCase): { on: string; days_supply: number; paused_days: number } | null {
  const filled = c.facts.previous_prescription;
  const sent = c.facts.other_orders?.sent;
  const supplies = [
    ...(filled
      ? [{ on: filled.filled_on, days_supply: filled.days_supply, paused_days: filled.paused_days ?? 0 }]
      : []),
    ...(sent ? [{ on: sent.sent_on, days_supply: sent.days_supply, paused_days: 0 }] : []),
  ];
  return supplies.toSorted((a, b) => a.on.localeCompare(b.on)).at(-1) ?? null;
}

/** Days of treatment since the last supply: none of them on hold. */
function elapsed(c: ClinicalCase): number | null {
  const previous = lastSupply(c);
  const wanted = c.facts.prescription?.fill_requested_on ?? issuedOn(c);
  return previous && isCalendarDate(previous.on)
    ? daysBetween(previous.on, wanted) - previous.paused_days
    : null;
}

/** Four months, as pellets last. */
const LONG_FILL_DAYS = 124;
/** Six calendar months at most. */
const LONGEST_FILL_DAYS = 184;

/** With this one, so many orders in one day are an error or diversion more often than care. */
export const UNUSUAL_A_DAY = 3;
export const MANY_ORDERS = 'many_orders_sent';
/** Orders sent today, the judged one counted as if it were sent now. */
function sentToday(c: ClinicalCase): number {
  const sent = c.facts.other_orders?.sent_today ?? [];
  const own = c.facts.prescription?.order_id;
  return own && !sent.includes(own) ? sent.length + 1 : 0;
}
const manyOpen = (c: ClinicalCase): boolean =>
  (c.facts.open_alerts ?? []).some(({ rule_key: key }) => key === MANY_ORDERS);

/** A fill of another order of which more than half must be left. */
function inHand(c: ClinicalCase): PreviousPrescriptionFacts | null {
  const filled = c.facts.previous_prescription;
  const own = c.facts.prescription?.order_id;
  if (!filled?.order_id || !own || filled.order_id === own || !isCalendarDate(filled.filled_on)) return null;
  const taken = daysBetween(filled.filled_on, issuedOn(c)) - (filled.paused_days ?? 0);
  return taken < filled.days_supply / 2 ? filled : null;
}

/** How long all the medicine in the vials lasts, whatever should be discarded: what is dispensed can be taken. */
function vialsLast(c: ClinicalCase): number | null {
  const order = c.facts.prescription;
  const strength = order && c.product ? dispensedMgPerMl(c.product.id, order.drug) : null;
  const weekly = weeklyOrdered(c);
  if (!strength || typeof order?.quantity !== 'number' || !weekly) return null;
  return Math.floor(((order.quantity * strength) / weekly) * 7);
}

/** Approving it ends the order on hold. */
const takesPlaceOfHeld = ({ facts: { prescription, other_orders: others } }: ClinicalCase): boolean =>
  Boolean(prescription?.order_id && others?.replacing_held?.includes(prescription.order_id));

const hasOthers = (c: ClinicalCase): boolean => Boolean(c.facts.prescription && c.facts.other_orders);

export const prescriptionRules = [
  rule({
    key: 'rx_refills_over_5',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    overridable: false,
    threshold: 'refills >5',
    recommendation: 'Testosterone is Schedule III: at most five refills.',
    source: '21 CFR 1306.22 V',
    sources: ['DEA-1306.22'],
    inputs: [field('refills', '> 5')],
    applies: hasPrescription,
    test: (c) => above(c.facts.prescription?.refills, 5),
  }),
  rule({
    key: 'rx_past_six_months',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    overridable: false,
    threshold:
      'planned last fill date (issue + refills×days_supply) or requested fill is after issue date + 6 calendar months',
    recommendation: 'No fill later than six months after issue: lower refills or write a new prescription.',
    source: '21 CFR 1306.22 V',
    sources: ['DEA-1306.22'],
    inputs: [
      issueDate,
      field('refills'),
      field('days_supply', undefined, 'd'),
      field('fill_requested_on'),
      input('last_planned_fill_on', lastPlanned, 'after the issue date + 6 months'),
    ],
    applies: hasPrescription,
    test: (c) => {
      const rx = c.facts.prescription;
      const limit = lastLegalFillOn(issuedOn(c));
      const planned = lastPlanned(c);
      return any(
        planned === null ? null : planned > limit,
        Boolean(rx?.fill_requested_on && rx.fill_requested_on > limit),
      );
    },
  }),
  rule({
    key: 'rx_long_supply',
    phases: ['RX'],
    severity: 'warning',
    effect: 'CONFIRM',
    version: 3,
    threshold: `days_supply of one fill >${LONG_FILL_DAYS}, or the medicine in its vials lasts >${LONGEST_FILL_DAYS} days at the ordered dose`,
    recommendation:
      'One fill lasts longer than four months, or its vials hold more than six: the patient is not seen or tested before it is used up. Give the reason or shorten it.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      field('days_supply', `> ${LONG_FILL_DAYS} d`, 'd'),
      field('quantity'),
      input('vials_last_days', vialsLast, `> ${LONGEST_FILL_DAYS} d`, { unit: 'd' }),
    ],
    applies: hasPrescription,
    test: (c) =>
      any(above(c.facts.prescription?.days_supply, LONG_FILL_DAYS), above(vialsLast(c), LONGEST_FILL_DAYS)),
  }),
  rule({
    key: 'rx_supply_over_six_months',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    overridable: false,
    threshold: `days_supply of one fill >${LONGEST_FILL_DAYS}`,
    recommendation:
      'One fill lasts longer than the six months a prescription for testosterone is valid: shorten it.',
    source: 'P safety (21 CFR 1306.22 basis)',
    sources: ['DEA-1306.22', 'PRODUCT'],
    inputs: [field('days_supply', `> ${LONGEST_FILL_DAYS} d`, 'd')],
    applies: hasPrescription,
    test: (c) => above(c.facts.prescription?.days_supply, LONGEST_FILL_DAYS),
  }),
  rule({
    key: 'rx_quantity_mismatch',
    version: 2,
    phases: ['RX'],
    severity: 'warning',
    effect: 'CONFIRM',
    threshold: '|entered days_supply − computed| >10% of the arithmetic',
    recommendation: 'Quantity, dose and days do not agree: correct before approval.',
    source: 'P arithmetic',
    sources: ['PRODUCT'],
    inputs: [
      formulation,
      field('quantity'),
      field('dose'),
      field('frequency'),
      field('days_supply', undefined, 'd'),
      input('computed_days_supply', closestDays, 'within 10 %', { unit: 'd' }),
    ],
    applies: hasPrescription,
    test: (c) => {
      const computed = closestDays(c);
      const entered = c.facts.prescription?.days_supply ?? null;
      if (computed === null || entered === null) return null;
      return computed === 0 || Math.abs(entered - computed) / computed > 0.1;
    },
  }),
  rule({
    key: 'rx_dose_plan_mismatch',
    phases: ['RX'],
    severity: 'warning',
    effect: 'CONFIRM',
    threshold: 'prescription dose or frequency ≠ current plan dose/frequency',
    recommendation: 'Prescription differs from the plan: confirm intent.',
    source: 'P',
    sources: ['PRODUCT'],
    inputs: [
      field('dose', '= plan dose'),
      field('frequency', '= plan frequency'),
      input('plan_dose', (c) => judgedPlan(c)?.dose, undefined, { unit: 'mg' }),
      input('plan_frequency', (c) => judgedPlan(c)?.frequency),
    ],
    applies: hasPrescription,
    test: (c) => {
      const rx = c.facts.prescription;
      const plan = judgedPlan(c);
      if (!rx || !plan) return null;
      // A dose that no one can read counts as another dose.
      const dose = parseDoseMg(rx.dose);
      return (
        dose === null || Math.abs(dose - plan.dose) > 0.001 || parseFrequency(rx.frequency) !== plan.frequency
      );
    },
  }),
  rule({
    key: 'rx_dose_over_max',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    threshold:
      'weekly-equivalent dose above catalogue hard max (cypionate/enanthate IM 200 mg/wk; gel 1.62% 81 mg/d …)',
    recommendation: 'Above the product maximum: needs documented override.',
    source: 'labels V (400 mg/2–4 wk); cap P',
    sources: ['LBL', 'PRODUCT'],
    inputs: [
      formulation,
      field('dose'),
      field('frequency'),
      input('weekly_dose', weeklyOrdered, 'above the maximum of the product', { unit: 'mg/wk' }),
      input('maximum_weekly_dose', maximumWeekly, undefined, { unit: 'mg/wk' }),
    ],
    applies: (c) =>
      c.product !== null && FORMULATIONS[c.product.id].hard_max === null ? false : hasPrescription(c),
    test: (c) => aboveMaximum(c, 1),
  }),
  rule({
    key: 'rx_early_refill',
    phases: ['RX'],
    severity: 'warning',
    effect: 'CONFIRM',
    version: 3,
    threshold:
      'fill requested before 85% of the days_supply last filled or sent elapsed, without the days on hold',
    recommendation: 'Early fill: check lost medicine, dose error or diversion.',
    source: 'P; PDMP',
    sources: ['STATE', 'PRODUCT'],
    inputs: [
      input('previous_filled_on', (c) => c.facts.previous_prescription?.filled_on),
      input('previous_sent_on', (c) => c.facts.other_orders?.sent?.sent_on),
      input('previous_days_supply', (c) => lastSupply(c)?.days_supply, undefined, {
        unit: 'd',
      }),
      input('days_since_previous_fill', elapsed, '< 85 % of the previous days supply', { unit: 'd' }),
    ],
    applies: (c) => Boolean(c.facts.prescription && lastSupply(c)),
    test: (c) => {
      const days = elapsed(c);
      const supply = lastSupply(c)?.days_supply;
      return days === null || supply === undefined ? null : days < supply * 0.85;
    },
  }),
  rule({
    key: 'another_order_sent',
    phases: ['RX'],
    severity: 'warning',
    effect: 'CONFIRM',
    version: 4,
    threshold:
      'another order of the patient was sent to the pharmacy and is not filled, or was filled and less than half of its days have passed, without the days on hold; or it was canceled after that, within its days of supply, and no one has marked the pharmacy as told',
    recommendation:
      'The pharmacy has another order for this patient, or filled one lately: have it canceled there, or give the reason for two.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('other_order_sent_on', (c) => c.facts.other_orders?.sent?.sent_on),
      input('other_order_filled_on', (c) => inHand(c)?.filled_on),
    ],
    applies: hasOthers,
    test: (c) => Boolean(c.facts.other_orders?.sent) || inHand(c) !== null,
  }),
  rule({
    key: 'another_order_on_hold',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    overridable: false,
    version: 2,
    threshold: 'another order of the patient is on hold and not over, and this is no order of a newer plan',
    recommendation:
      'Another order of this patient is on hold: release or cancel it with a reason before a new one. The order of a newer plan takes its place.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [input('other_order_on_hold', (c) => c.facts.other_orders?.on_hold)],
    applies: hasOthers,
    test: (c) => Boolean(c.facts.other_orders?.on_hold) && !takesPlaceOfHeld(c),
  }),
  rule({
    key: 'many_orders_open',
    phases: ['RX'],
    severity: 'critical',
    effect: 'HOLD+RXBLOCK+CALL',
    threshold: `the order would be the patient's ${UNUSUAL_A_DAY}rd or later one sent today; or so many were sent in one day, and no one has handled that alert`,
    recommendation:
      'Several prescriptions of this patient in one day: call the pharmacy and check for an error or diversion before anything else is sent or filled.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('orders_today', (c) => sentToday(c) || null, `>= ${UNUSUAL_A_DAY}`),
      input('alert_open', manyOpen),
    ],
    applies: hasPrescription,
    test: (c) => sentToday(c) >= UNUSUAL_A_DAY || manyOpen(c),
  }),
] satisfies readonly Rule[];
