import Box from '@mui/material/Box';
import type { FiredRule } from '#common/api/index.js';
import { SEVERITY_TONE } from '#common/vocabulary/index.js';
import { StatusChip } from '../../shared/ui/index.js';
import { ruleTitle } from '../kit/words.js';

/** Fired rules with what each requires. */
export function RuleAdvice({ rules }: { rules: readonly FiredRule[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}>
      {rules.map((rule) => (
        <li key={rule.rule_key}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontWeight: 600 }}>
            <StatusChip tone={SEVERITY_TONE[rule.severity]}>{rule.severity}</StatusChip>
            {ruleTitle(rule.rule_key)}
          </Box>
          <Box sx={{ color: 'text.secondary' }}>{rule.recommendation}</Box>
        </li>
      ))}
    </Box>
  );
}
