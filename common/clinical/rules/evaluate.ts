import { deriveCase } from '../case.js';
import type { ClinicalCase } from '../case.js';
import type { ClinicalFacts } from '../facts.js';
import { ruleEvidence } from '../evidence.js';
import { EFFECTS, PHASES } from '../types.js';
import type {
  Effect,
  Evaluation,
  FiredRuleDetail,
  InputTrace,
  Phase,
  RuleAlert,
  RuleOutcome,
  RuleResult,
} from '../types.js';
import type { InputUse } from './inputs.js';
import { RULES, RULE_BY_KEY, RULE_SET_CHANGES, RULE_SET_VERSION } from './registry.js';
import type { RuleSetChange } from './registry.js';
import { recommendationFor } from './rule.js';
import type { Rule } from './rule.js';
import { SOURCES, citationOf } from './sources.js';
import { RULE_TITLES } from './titles.js';
import type { Source } from './sources.js';

export interface EvaluateOptions {
  /** Only rules of these phases; default all. */
  readonly phases?: readonly Phase[];
}

/**
 * Judges the rules on the facts. Deterministic: the same facts and rule set give the same JSON, byte for byte.
 * Throws RangeError when `today`, the time zone or a draw's time cannot be read.
 */
export function evaluateRules(facts: ClinicalFacts, options: EvaluateOptions = {}): Evaluation {
  return evaluateCase(deriveCase(facts), options.phases ?? PHASES);
}

export function evaluateCase(c: ClinicalCase, phases: readonly Phase[]): Evaluation {
  const rules = RULES.filter((rule) => rule.phases.some((phase) => phases.includes(phase)));
  return {
    rule_set_version: RULE_SET_VERSION,
    today: c.today,
    state: c.state,
    phases: PHASES.filter((phase) => phases.includes(phase)),
    results: rules.map((rule) => judge(rule, c)),
  };
}

function judge(rule: Rule, c: ClinicalCase): RuleResult {
  const inputs = rule.inputs.map((use) => traceOf(use, c));
  const outcome = outcomeOf(rule, c);
  return {
    rule_key: rule.key,
    version: rule.version,
    outcome,
    fired: outcome === 'fired',
    inputs,
    missing: inputs.filter((input) => input.missing).map((input) => input.name),
  };
}

function outcomeOf(rule: Rule, c: ClinicalCase): RuleOutcome {
  const applies = rule.applies ? rule.applies(c) : true;
  if (applies === false) return 'not_applicable';
  const holds = rule.test(c);
  if (applies === null) return holds === false ? 'clear' : 'incomplete';
  if (holds === null) return 'incomplete';
  return holds ? 'fired' : 'clear';
}

function traceOf(use: InputUse, c: ClinicalCase): InputTrace {
  const reading = use.read(c);
  return {
    name: use.name,
    value: reading.value,
    ...(reading.comparator && { comparator: reading.comparator }),
    ...(use.unit ? { unit: use.unit } : {}),
    ...(reading.age_days === undefined ? {} : { age_days: reading.age_days }),
    ...(reading.collected_at === undefined ? {} : { collected_at: reading.collected_at }),
    ...(reading.since_last_dose_h === undefined ? {} : { since_last_dose_h: reading.since_last_dose_h }),
    ...(use.threshold ? { threshold: use.threshold } : {}),
    ...(reading.value === null ? { missing: true as const } : {}),
  };
}

const EFFECT_SET: ReadonlySet<string> = new Set(EFFECTS);

/** 'FLAG+RXBLOCK' -> FLAG, RXBLOCK; 'BLOCK/STOP' -> BLOCK, STOP. Throws RangeError on an unknown effect. */
export function parseEffects(effect: string): Effect[] {
  return effect.split(/[+/]/).map((part) => {
    if (!EFFECT_SET.has(part)) throw new RangeError(`Unknown effect: ${part}`);
    return part as Effect;
  });
}

const EFFECTS_BY_RULE: ReadonlyMap<string, readonly Effect[]> = new Map(
  RULES.map((rule) => [rule.key, parseEffects(rule.effect)]),
);

/** The effects of a rule; none for a key that is not in this rule set. */
export const effectsOf = (ruleKey: string): readonly Effect[] => EFFECTS_BY_RULE.get(ruleKey) ?? [];

/** The phases a rule is judged in; none for a key that is not in this rule set. */
export const phasesOf = (ruleKey: string): readonly Phase[] => RULE_BY_KEY.get(ruleKey)?.phases ?? [];

/** False for the legal rules, which no reason sets aside, and for unknown keys. */
export const isOverridable = (ruleKey: string): boolean => RULE_BY_KEY.get(ruleKey)?.overridable ?? false;

/** Keys of the fired rules in the order of the rule set; with effects given, only those that have one of them. */
export function firedKeys(evaluation: Evaluation, ...effects: readonly Effect[]): string[] {
  return evaluation.results
    .filter(
      ({ fired, rule_key: key }) =>
        fired && (effects.length === 0 || effects.some((effect) => effectsOf(key).includes(effect))),
    )
    .map((result) => result.rule_key);
}

/** Every source of a rule, with its year and whether it was checked. */
const citations = (rule: Rule): string => rule.sources.map(citationOf).join('; ');

/** The fired rules with their words, as the case detail shows them. */
export function firedRules(evaluation: Evaluation): FiredRuleDetail[] {
  return evaluation.results.flatMap((result) => {
    const rule = RULE_BY_KEY.get(result.rule_key);
    if (!result.fired || !rule) return [];
    const { severity, effect, version, overridable } = rule;
    return [
      {
        rule_key: rule.key,
        title: RULE_TITLES[rule.key],
        // Evaluations stored by an earlier rule set do not carry a state.
        recommendation: recommendationFor(rule, evaluation.state ?? 'before'),
        severity,
        effect,
        effects: [...effectsOf(rule.key)],
        source: citations(rule),
        version,
        overridable,
        inputs: result.inputs,
        missing: result.missing,
        evidence: ruleEvidence(rule.key, result.inputs),
      },
    ];
  });
}

/** One alert for each fired warning or critical rule that nothing else tells. */
export function alertsOf(evaluation: Evaluation): RuleAlert[] {
  return firedRules(evaluation)
    .filter(({ severity, rule_key: key }) => severity !== 'info' && !RULE_BY_KEY.get(key)?.told)
    .map(({ rule_key, severity, title, recommendation, inputs }) => ({
      rule_key,
      severity,
      title,
      message: recommendation,
      state: evaluation.state ?? 'before',
      inputs,
    }));
}

/** The phases a case is judged by: eligibility before treatment, monitoring and titration as well once on it. */
export const casePhases = (facts: ClinicalFacts): readonly Phase[] =>
  deriveCase(facts).onTherapy ? ['BE', 'MO', 'TI', 'LS'] : ['BE'];

/** What remains when a clinician gives a reason: the legal rules. */
export const notOverridable = (ruleKeys: readonly string[]): string[] =>
  ruleKeys.filter((key) => !isOverridable(key));

export interface RuleDescription {
  readonly rule_key: string;
  readonly title: string;
  readonly version: number;
  readonly phases: readonly Phase[];
  readonly severity: Rule['severity'];
  readonly effect: string;
  readonly effects: readonly Effect[];
  readonly overridable: boolean;
  readonly threshold: string;
  readonly recommendation: string;
  readonly source: string;
  readonly sources: readonly string[];
  readonly inputs: readonly { name: string; unit?: string; max_age_days?: number; threshold?: string }[];
}

export interface RuleSetDescription {
  readonly version: string;
  readonly changes: readonly RuleSetChange[];
  readonly sources: readonly Source[];
  readonly rules: readonly RuleDescription[];
}

/** The whole rule set as plain JSON, for the administrator's page. */
export function describeRuleSet(): RuleSetDescription {
  return {
    version: RULE_SET_VERSION,
    changes: RULE_SET_CHANGES,
    sources: SOURCES,
    rules: RULES.map((rule) => {
      const { key, applies: _applies, test: _test, when: _when, told: _told, inputs, ...words } = rule;
      return {
        rule_key: key,
        title: RULE_TITLES[key],
        ...words,
        source: citations(rule),
        effects: effectsOf(key),
        inputs: inputs.map(({ read: _read, ...input }) => input),
      };
    }),
  };
}
