import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { FiredRule, RuleInputTrace } from '#common/api/index.js';
import { evidenceText, isIdle } from '#common/clinical/evidence-text.js';
import { SEVERITY_TONE } from '#common/vocabulary/index.js';
import { Empty, StatusChip } from '../../shared/ui/index.js';
import { bySeverity } from '../kit/Evidence.js';
import { inputName } from '../kit/words.js';
import { RULES_TAB_TEXT } from './text/en.js';

/** The parts of an effect, described by their consequences. */
const EFFECT: Record<string, string> = {
  BLOCK: 'no plan',
  STOP: 'stop treatment',
  'SUBMIT-BLOCK': 'intake not accepted',
  'BLOCK-FORM': 'not this product',
  'NO-INCREASE': 'no higher dose',
  FLAG: 'flag the plan',
  RXBLOCK: 'no prescription',
  CONFIRM: 'confirm first',
  HOLD: 'hold the dose',
  'DOSE↓': 'lower dose',
  TITRATE: 'adjust the dose',
  REFER: 'refer',
  CALL: 'call the patient',
  NOTE: 'for information',
};
const effectText = (effect: string): string =>
  effect
    .split(/[+/]/)
    .map((part) => EFFECT[part] ?? part.toLowerCase())
    .join(', ');

/** Every rule that fired on this case, with the values it read and its source. */
export function RulesTab({ rules }: { rules: FiredRule[] }) {
  if (rules.length === 0) {
    return <Empty title={RULES_TAB_TEXT.noRuleFired}>{RULES_TAB_TEXT.rulesCheckedAgainWithEach}</Empty>;
  }
  return (
    <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
      {bySeverity(rules).map((rule) => (
        <li key={rule.rule_key}>
          <RuleCard rule={rule} />
        </li>
      ))}
    </Stack>
  );
}

function RuleCard({ rule }: { rule: FiredRule }) {
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
        <Typography component="h2" sx={{ fontWeight: 650 }}>
          {rule.title}
        </Typography>
        <StatusChip tone={SEVERITY_TONE[rule.severity]}>{rule.severity}</StatusChip>
        <StatusChip tone="neutral">{effectText(rule.effect)}</StatusChip>
      </Box>
      <Typography sx={{ maxWidth: '75ch' }}>{rule.recommendation}</Typography>
      <Inputs inputs={rule.inputs} />
      <Typography variant="body2" sx={{ color: 'text.secondary', marginTop: 1 }}>
        {RULES_TAB_TEXT.version(
          [...new Set(rule.evidence.map(({ citation }) => citation))].join(' · '),
          rule.version,
        )}
      </Typography>
    </Box>
  );
}

function Inputs({ inputs }: { inputs: RuleInputTrace[] }) {
  if (!inputs?.length) return null;
  return (
    <Box
      component="dl"
      className="tabular"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 24px', margin: '8px 0 0', fontSize: '0.875rem' }}
    >
      {inputs
        .filter((input) => !isIdle(input))
        .map((input) => (
          <Box key={input.name} sx={{ display: 'flex', gap: 0.75 }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {inputName(input.name)}
            </Box>
            <Box component="dd" sx={{ margin: 0, fontWeight: 600 }}>
              {evidenceText(input)}
            </Box>
          </Box>
        ))}
    </Box>
  );
}
