import type { Plan, PlanFlag, StaffPlan } from '#common/api/index.js';
export { inputName } from '#common/clinical/evidence-text.js';
import { FORMULATIONS, isFormulationId } from '#common/clinical/formulations.js';
import { titleOf } from '#common/clinical/rules/titles.js';
import { DEFAULT_TARGET_RANGE } from '#common/vocabulary/index.js';
import { humanize } from '../../shared/ui/text/codes.js';

/** The title of a rule or flag; a rule from an earlier rule set shows its key in words. */
export function ruleTitle(key: string): string {
  if (key.startsWith('switched_from_'))
    return `Switched from ${formulationName(key.slice('switched_from_'.length))}`;
  return titleOf(key) ?? humanize(key);
}

/** " by" and who approved a plan; only the email in answers that an earlier version cached for an outage. */
export function approver(
  plan: Pick<StaffPlan, 'approved_by_email'> & { approved_by?: string | null },
): string {
  const by = plan.approved_by ?? plan.approved_by_email;
  return by ? ` by ${by}` : '';
}

/** The step from the current plan to the proposed one: "80 mg → 100 mg", with the product where that changes. */
export function doseChange(from: Plan, to: Plan): string {
  const switched = from.formulation !== to.formulation;
  const side = (plan: Plan) =>
    [
      switched && formulationName(plan.formulation),
      switched || from.frequency !== to.frequency ? doseLine(plan) : `${plan.dose} mg`,
    ]
      .filter(Boolean)
      .join(' ');
  return `${side(from)} → ${side(to)}`;
}

/** The flags that no one has cleared. */
export const openFlags = (flags: readonly PlanFlag[]): PlanFlag[] => flags.filter((flag) => !flag.cleared);

/** The rules overridden when a plan was approved, in words. */
export const overriddenRules = ({ override_rules: rules }: Pick<StaffPlan, 'override_rules'>): string =>
  rules.map(ruleTitle).join(' · ');

/** The notes typed about a plan, each with what it refers to. */
export const planReasons = (
  plan: Pick<StaffPlan, 'reason' | 'override_reason' | 'override_rules'>,
): string[] => [
  ...(plan.reason ? [`Reason: ${plan.reason}`] : []),
  ...(plan.override_reason ? [`Reason for approving: ${plan.override_reason}`] : []),
  ...(plan.override_rules.length ? [`Approved against: ${overriddenRules(plan)}`] : []),
];

const RULE_KEY = /^[a-z0-9]+(_[a-z0-9]+)+$/;

/** A flag's reasons: rule keys joined by commas, followed by free text, which may contain commas too. */
export function flagReasons(reason: string | null): string[] {
  const reasons: { text: string; typed: boolean }[] = [];
  for (const part of reason?.split(',') ?? []) {
    const text = part.trim();
    const before = reasons.at(-1);
    if (RULE_KEY.test(text)) reasons.push({ text: ruleTitle(text), typed: false });
    else if (before?.typed) before.text += `,${part}`;
    else if (text) reasons.push({ text, typed: true });
  }
  return reasons.map(({ text }) => text.trim());
}

export function formulationName(id: string): string {
  return isFormulationId(id) ? FORMULATIONS[id].name : humanize(id);
}

/** The testosterone target; a plan without its own range has the usual one. */
export const targetOf = (plan: Pick<Plan, 'target_range_low' | 'target_range_high'>) => ({
  low: plan.target_range_low ?? DEFAULT_TARGET_RANGE.low,
  high: plan.target_range_high ?? DEFAULT_TARGET_RANGE.high,
});

export const doseLine = (plan: { dose: number; frequency: string; route: string }): string =>
  `${plan.dose} mg ${plan.frequency}, ${plan.route}`;

/** What is dialed: the digits of the number, then those of its extension after a pause. */
export function dialed(phone: string): string {
  const [number = '', extension] = phone.split(/\s*(?:x|ext)[^\d]*/i);
  const digits = number.replace(/[^+\d]/g, '');
  return `tel:${digits}${extension ? `,${extension.replace(/\D/g, '')}` : ''}`;
}
