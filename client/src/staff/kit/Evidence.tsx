import Box from '@mui/material/Box';
import type { FiredRule, RuleInputTrace } from '../../../../common/api/index.js';
import { ALERT_SEVERITIES, SEVERITY_TONE } from '../../../../common/vocabulary/index.js';
import { StatusChip } from '../../shared/ui/index.js';
import { inputName, ruleTitle } from './words.js';
import { EVIDENCE_TEXT as words } from './text/en.js';

/** The gravest first; among equals the order of the rule set. */
export const bySeverity = <T extends { severity: FiredRule['severity'] }>(rules: readonly T[]): T[] =>
  rules.toSorted((a, b) => ALERT_SEVERITIES.indexOf(a.severity) - ALERT_SEVERITIES.indexOf(b.severity));

/** A pattern of words is no limit that a person could read. */
const readable = (threshold: string | undefined): string | null =>
  threshold && !threshold.startsWith('/') ? threshold.replace('>=', '≥').replace('<=', '≤') : null;

/** "55.2 %, limit > 54.0 %, 2 days old"; null where nothing was measured. */
export function inputText({ value, unit, threshold, age_days, missing }: RuleInputTrace): string {
  if (missing || value === null) return words.missing;
  const shown = typeof value === 'boolean' ? (value ? words.yes : words.no) : String(value);
  const limit = readable(threshold);
  return [
    `${shown}${unit ? ` ${unit}` : ''}`,
    limit && words.limit(limit),
    age_days != null && words.age(age_days),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Each value with its limit and age, in one line. */
export function EvidenceLine({ inputs }: { inputs: readonly RuleInputTrace[] }) {
  const measured = inputs.filter((input) => !input.missing && input.value !== null);
  if (measured.length === 0) return null;
  return (
    <Box className="tabular" sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      {measured.map((input, at) => (
        <span key={input.name}>
          {at > 0 && ' · '}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {inputName(input.name)}
          </Box>{' '}
          <Box component="span" sx={{ fontWeight: 600 }}>
            {inputText(input)}
          </Box>
        </span>
      ))}
    </Box>
  );
}

/** Rules before a decision: the gravest first, each with its values, limits, age, source and version. */
export function RuleEvidence({ rules }: { rules: readonly FiredRule[] }) {
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1, margin: 0, padding: 0, listStyle: 'none' }}>
      {bySeverity(rules).map((rule) => (
        <Box
          key={rule.rule_key}
          component="li"
          sx={(theme) => ({
            paddingLeft: 1.5,
            borderLeft: `4px solid ${theme.vars.palette.portal.tones[SEVERITY_TONE[rule.severity]].ink}`,
          })}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' }}>
            <Box component="span" sx={{ fontWeight: 650 }}>
              {ruleTitle(rule.rule_key)}
            </Box>
            <StatusChip tone={SEVERITY_TONE[rule.severity]}>{rule.severity}</StatusChip>
          </Box>
          <Box sx={{ fontSize: '0.9375rem' }}>{rule.recommendation}</Box>
          <EvidenceLine inputs={rule.inputs} />
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {words.source(rule.source, rule.version)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
