import type { CaseDetailResponse, FiredRule, Lab, Prescription, StaffPlan } from '#common/api/index.js';
import {
  ALERT_SEVERITIES,
  DEFAULT_TARGET_RANGE,
  PLAN_STATUS,
  PRESCRIPTION_STATUS,
} from '#common/vocabulary/index.js';
import { evidenceText, inputName, isIdle, quantityText } from '#common/clinical/evidence-text.js';
import {
  ANALYTE_BY_KEY,
  FORMULATIONS,
  isFormulationId,
  titleOf,
  type AnalyteKey,
  type Evidence,
} from '#common/clinical/index.js';
import { MUTED, PRIMARY, Pen, newPdf, numberPages, writeFact, writeHeading } from './pen.js';
import { dateText } from './printable.js';
import { TEXT } from './text/en.js';

/** The content of a printed plan; deterministic for a given time. */
export interface PlanSheet {
  detail: CaseDetailResponse;
  /** Shown with every dose: testosterone, hematocrit, PSA and blood pressure with their limits. */
  beside: readonly Evidence[];
  ruleSetVersion: string;
  printedAt: Date;
  printedBy: string;
  /** IANA name of the clinic's zone. */
  timezone: string;
}

const productName = (id: string): string => (isFormulationId(id) ? FORMULATIONS[id].name : id);
const dayOf = (moment: string, timezone: string): string =>
  new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: timezone });
const ruleName = (key: string): string => titleOf(key) ?? key.replaceAll('_', ' ');

/** A case's plan for the chart: what was decided, on which values, by which rules, and what was overridden. */
export function planPdf(sheet: PlanSheet): PDFKit.PDFDocument {
  const { detail, printedAt, timezone } = sheet;
  const person = detail.intake_summary;
  const name = detail.case.patient_name || detail.case.patient_email;
  const pdf = newPdf({ title: 'Treatment plan', author: 'TRT Program', at: printedAt });
  const pen = new Pen(pdf);
  const line = (text: string): void => pen.write(text, { size: 10, color: MUTED });
  pen.write('TRT Program', { size: 10, color: PRIMARY, weight: 'bold' });
  pdf.moveDown(0.5);
  pen.write('Treatment plan', { size: 20, weight: 'bold', tag: 'H1' });
  pdf.moveDown(0.5);
  line(`Patient: ${name}`);
  line(
    `DOB: ${person?.dob ? dateText(person.dob) : 'not on file'}${person?.age == null ? '' : ` (${person.age})`}`,
  );
  line(`MRN: ${detail.case.mrn}`);
  line(`Allergies: ${person ? person.allergies || 'none reported' : 'no intake yet'}`);
  line(`Case ${detail.case.case_number}${detail.case.diagnosis ? `, ${detail.case.diagnosis}` : ''}`);
  const at = printedAt.toLocaleString('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone,
  });
  line(`Printed: ${at} by ${sheet.printedBy}`);
  writePlans(pen, sheet);
  writeValues(pen, sheet);
  writeRules(pen, detail.rules, sheet.ruleSetVersion);
  writeOrders(pen, detail.prescriptions, timezone);
  pdf.moveDown(1);
  line(TEXT.decisionSupport);
  if (pen.replaced) line(TEXT.unknownCharacters);
  numberPages(pen, `${name}, MRN ${detail.case.mrn}, treatment plan`);
  pdf.end();
  return pdf;
}

function writePlans(pen: Pen, { detail, timezone }: PlanSheet): void {
  const active = detail.plan?.status === 'approved' ? detail.plan : null;
  if (active) writePlan(pen, 'Current plan', active, timezone);
  if (detail.pending_plan) writePlan(pen, 'Plan pending review', detail.pending_plan, timezone);
  if (detail.hold)
    writeFact(
      pen,
      'Therapy on hold',
      [
        `since ${dateText(detail.hold.since)}`,
        detail.hold.reason ?? (detail.hold.rule_key && ruleName(detail.hold.rule_key)),
      ]
        .filter(Boolean)
        .join(': '),
    );
}

function writePlan(pen: Pen, title: string, plan: StaffPlan, timezone: string): void {
  writeHeading(pen, title);
  writeFact(
    pen,
    'Product and dose',
    `${productName(plan.formulation)}, ${plan.dose} mg ${plan.frequency}, ${plan.route}`,
  );
  const low = plan.target_range_low ?? DEFAULT_TARGET_RANGE.low;
  const high = plan.target_range_high ?? DEFAULT_TARGET_RANGE.high;
  writeFact(pen, 'Testosterone target', `${low} to ${high} ng/dL`);
  if (plan.blood_draw_timing) writeFact(pen, 'Blood draw', plan.blood_draw_timing);
  if (plan.next_review_at) writeFact(pen, 'Next review', dateText(plan.next_review_at));
  const by = plan.approved_by ? ` by ${plan.approved_by}` : '';
  writeFact(
    pen,
    'Status',
    plan.approved_at
      ? `${PLAN_STATUS[plan.status].label}, ${dayOf(plan.approved_at, timezone)}${by}`
      : PLAN_STATUS[plan.status].label,
  );
  if (plan.reason) writeFact(pen, 'Reason', plan.reason);
  if (plan.override_reason) writeFact(pen, 'Override reason', plan.override_reason);
  if (plan.override_rules.length)
    writeFact(pen, 'Approved against', plan.override_rules.map(ruleName).join('; '));
  for (const flag of plan.flags)
    writeFact(
      pen,
      `Flag, ${flag.by ?? 'set by a rule'}, ${dayOf(flag.at, timezone)}`,
      [
        flag.key ? ruleName(flag.key) : (flag.text ?? 'no reason given'),
        flag.cleared &&
          `cleared by ${flag.cleared.by ?? 'a rule'}, ${dayOf(flag.cleared.at, timezone)}${flag.cleared.reason ? `: ${flag.cleared.reason}` : ''}`,
      ]
        .filter(Boolean)
        .join('; '),
    );
}

/** The newest result of each test, with its draw time. */
function newestResults(labs: readonly Lab[]): Map<string, Lab> {
  const newest = new Map<string, Lab>();
  for (const lab of labs)
    for (const key of Object.keys(lab.results))
      if (lab.collected_at && !newest.has(key)) newest.set(key, lab);
  return newest;
}

function writeValues(pen: Pen, { detail, beside, timezone }: PlanSheet): void {
  const limited = beside.filter((one) => one.value !== null && !isIdle(one));
  if (limited.length > 0) {
    writeHeading(pen, 'Values beside the dose');
    for (const one of limited) writeFact(pen, inputName(one.name), withSource(one, timezone));
  }
  const newest = newestResults(detail.labs_history);
  if (newest.size === 0) return;
  writeHeading(pen, 'Latest results');
  for (const [key, lab] of newest) {
    const result = lab.results[key]!;
    const hours =
      lab.since_last_dose_h === null
        ? ''
        : `, ${lab.since_last_dose_h} h after dose${lab.since_from_log ? ' (from the dose log)' : ''}`;
    writeFact(
      pen,
      ANALYTE_BY_KEY.get(key as AnalyteKey)?.name ?? key,
      `${result.comparator ?? ''}${result.value} ${result.unit} (${result.flag}), ${dayOf(lab.collected_at!, timezone)}${hours}`,
    );
  }
}

const withSource = (one: Evidence, timezone: string): string =>
  [
    evidenceText(one),
    one.collected_at && `drawn ${dayOf(one.collected_at, timezone)}`,
    one.citation,
    one.rule_version === null ? null : `rule version ${one.rule_version}`,
  ]
    .filter(Boolean)
    .join(' · ');

function writeRules(pen: Pen, rules: readonly FiredRule[], version: string): void {
  writeHeading(pen, `Rules that apply (rule set ${version})`);
  if (rules.length === 0) pen.write('None.', { size: 11 });
  const order = rules.toSorted(
    (a, b) => ALERT_SEVERITIES.indexOf(a.severity) - ALERT_SEVERITIES.indexOf(b.severity),
  );
  for (const rule of order) {
    writeFact(pen, `${rule.title} (${rule.severity})`, rule.recommendation);
    const values = rule.evidence.filter((one) => one.value !== null && !isIdle(one));
    for (const one of values) {
      const drawn = one.collected_at ? `, drawn ${one.collected_at.slice(0, 10)}` : '';
      pen.write(`•  ${inputName(one.name)}: ${evidenceText(one)}${drawn}`, { size: 10 });
    }
    const citations = [...new Set(rule.evidence.map(({ citation }) => citation))].join('; ');
    pen.write([citations, `rule version ${rule.version}`].filter(Boolean).join(' · '), {
      size: 9,
      color: MUTED,
    });
    pen.pdf.moveDown(0.6);
  }
}

function writeOrders(pen: Pen, orders: readonly Prescription[], timezone: string): void {
  const open = orders.filter((order) => order.prescription_state !== 'past');
  if (open.length === 0) return;
  writeHeading(pen, 'Prescriptions');
  for (const order of open) {
    const supply = `${quantityText(order.quantity, order.formulation)} for ${order.days_supply} days, ${order.refills} refill${order.refills === 1 ? '' : 's'}`;
    const status = PRESCRIPTION_STATUS[order.status].label;
    const when = order.approved_at ? `, approved ${dayOf(order.approved_at, timezone)}` : '';
    writeFact(
      pen,
      `${order.drug}, ${order.dose} ${order.frequency} (${status}${when})`,
      `${order.sig}\n${supply}`,
    );
    if (order.on_hold)
      writeFact(
        pen,
        'On hold',
        `since ${dayOf(order.on_hold.since, timezone)}: ${order.on_hold.reason ?? ruleName(order.on_hold.rule_key ?? '')}`,
      );
    for (const { at, by, rules, reason } of order.override_history)
      writeFact(
        pen,
        ['Passed rules', at && dayOf(at, timezone), by].filter(Boolean).join(', '),
        `${rules.map(ruleName).join(' · ')}\n${reason}`,
      );
  }
}
