import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { FiredRule, RuleInputTrace } from '../../../../common/api/index.js';
import { ANALYTE_BY_KEY } from '../../../../common/clinical/labs.js';
import { ALERT_SEVERITIES, SEVERITY_TONE } from '../../../../common/vocabulary/index.js';
import { Empty, humanize, StatusChip } from '../../shared/ui/index.js';
import { ruleTitle } from '../kit/words.js';

const EFFECT: Record<string, string> = {
  BLOCK: 'no plan',
  'BLOCK/STOP': 'no plan, or stop',
  'BLOCK-FORM': 'not this product',
  FLAG: 'flag the plan',
  'FLAG+RXBLOCK': 'flag, no prescription',
  RXBLOCK: 'no prescription',
  CONFIRM: 'confirm first',
  NOTE: 'for information',
};

/** Every rule that fired on this case, with the values it looked at and where it comes from. */
export function RulesTab({ rules }: { rules: FiredRule[] }) {
  if (rules.length === 0) {
    return (
      <Empty title="No rule fired">Rules are checked again with each intake, lab result and plan.</Empty>
    );
  }
  const rank = (rule: FiredRule) => ALERT_SEVERITIES.indexOf(rule.severity);
  return (
    <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
      {[...rules]
        .sort((a, b) => rank(a) - rank(b))
        .map((rule) => (
          <li key={rule.rule_key}>
            <RuleCard rule={rule} />
          </li>
        ))}
    </Stack>
  );
}

export function RuleCard({ rule, level = 'h2' }: { rule: FiredRule; level?: 'h2' | 'h3' }) {
  return (
    <Box
      sx={{
        padding: '14px 16px',
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        backgroundColor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBottom: 0.75 }}>
        <Typography component={level} sx={{ fontWeight: 650 }}>
          {ruleTitle(rule.rule_key)}
        </Typography>
        <StatusChip tone={SEVERITY_TONE[rule.severity]}>{rule.severity}</StatusChip>
        <StatusChip tone="neutral">{EFFECT[rule.effect] ?? rule.effect.toLowerCase()}</StatusChip>
      </Box>
      <Typography sx={{ maxWidth: '75ch' }}>{rule.recommendation}</Typography>
      <Inputs inputs={rule.inputs} />
      <Typography variant="body2" sx={{ color: 'text.secondary', marginTop: 1 }}>
        {rule.rule_key} · version {rule.version} · {rule.source}
      </Typography>
    </Box>
  );
}

function inputText({ value, unit, threshold, age_days, missing }: RuleInputTrace): string {
  if (missing || value === null) return 'not on file';
  const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  const parts = [`${shown}${unit ? ` ${unit}` : ''}`];
  if (threshold) parts.push(`limit ${threshold}`);
  if (age_days != null)
    parts.push(age_days === 0 ? 'today' : `${age_days} day${age_days === 1 ? '' : 's'} old`);
  return parts.join(', ');
}

function Inputs({ inputs }: { inputs: RuleInputTrace[] }) {
  if (!inputs?.length) return null;
  return (
    <Box
      component="dl"
      className="tabular"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 24px', margin: '8px 0 0', fontSize: '0.875rem' }}
    >
      {inputs.map((input) => (
        <Box key={input.name} sx={{ display: 'flex', gap: 0.75 }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {ANALYTE_BY_KEY.get(input.name)?.name ?? humanize(input.name)}
          </Box>
          <Box component="dd" sx={{ margin: 0, fontWeight: 600 }}>
            {inputText(input)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
