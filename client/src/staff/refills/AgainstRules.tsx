import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { StaffRefillRequest } from '../../../../common/api/index.js';
import { RuleEvidence } from '../kit/Evidence.js';
import { lacks, type Lacking } from '../kit/lacking.js';
import { NamedRules } from '../kit/NamedRules.js';
import { SmallField } from '../kit/SmallField.js';
import { useJudgement } from '../orders/BlockingRules.js';
import { REFILLS_TEXT as words } from './text/en.js';

/** The rule of an early fill, as the reason for one names it. */
const EARLY = 'rx_early_refill';

interface AgainstRulesProps {
  request: StaffRefillRequest;
  read: ReadonlySet<string>;
  onRead: (read: ReadonlySet<string>) => void;
  reason: string;
  onReason: (reason: string) => void;
  /** The server's message about the reason or the rules. */
  problem: Lacking;
}

/** What speaks against a refill, and the reason for approving it anyway; nothing where nothing does. */
export function AgainstRules(props: AgainstRulesProps) {
  const { request, read, onRead, reason, onReason, problem } = props;
  const { data } = useJudgement(request.prescription_id, request.version);
  const found = request.findings.map((rule) => rule.rule_key);
  const rules = [
    ...request.findings,
    ...(data?.rules ?? []).filter((rule) => !found.includes(rule.rule_key)),
  ];
  const keys = [...new Set([...found, ...(data?.blocked_by ?? []), ...(request.early ? [EARLY] : [])])];
  if (keys.length === 0 && !lacks(problem)) return null;
  const left = request.supply.days_left;
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Typography component="h3" sx={{ fontWeight: 650 }}>
        {words.against}
      </Typography>
      <RuleEvidence rules={rules.filter((rule) => !found.includes(rule.rule_key))} />
      {request.early && left !== null && <Typography>{words.early(left)}</Typography>}
      <Box>
        <NamedRules rules={keys} fired={rules} read={read} onRead={onRead} problem={problem.rules} />
      </Box>
      <SmallField
        id="refill-override"
        type="multiline"
        label={words.override}
        hint={words.overrideHint}
        value={reason}
        onChange={onReason}
        error={problem.reason}
      />
    </Box>
  );
}
