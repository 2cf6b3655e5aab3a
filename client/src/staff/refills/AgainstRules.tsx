import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PrescriptionJudgementResponse, StaffRefillRequest } from '#common/api/index.js';
import { DOSES_UNEXPLAINED } from '#common/api/supply.js';
import { Notice, TextLink } from '../../shared/ui/index.js';
import { RuleEvidence } from '../kit/Evidence.js';
import { lacks, type Lacking } from '../forms/lacking.js';
import { OverrideFields } from '../forms/OverrideFields.js';
import { ruleTitle } from '../kit/words.js';
import { openAsks } from './decisions.js';
import { REFILLS_TEXT as words } from './text/en.js';

/** The rule of an early fill, as the reason for one names it. */
const EARLY = 'rx_early_refill';

type DoneFirst = keyof typeof words.doFirst;
const isDoneFirst = (key: string): key is DoneFirst => Object.hasOwn(words.doFirst, key);

/** The rule of messages, where it cannot be overridden. */
const UNOPENED = 'unread_from_patient';
function whatToDo(key: string): string {
  if (key === UNOPENED) return words.unopened;
  return isDoneFirst(key) ? words.doFirst[key] : words.legal(ruleTitle(key));
}

/** What cannot be overridden is no box to check: what has to be done, and where. */
function DoFirst({ request, rules }: { request: StaffRefillRequest; rules: readonly string[] }) {
  return (
    <Notice
      tone="warning"
      title={words.first}
      action={<TextLink to={`/trt/cases/${request.case_id}`}>{words.safety}</TextLink>}
    >
      {rules.map((key) => (
        <Box key={key}>{whatToDo(key)}</Box>
      ))}
    </Notice>
  );
}

interface AgainstRulesProps {
  request: StaffRefillRequest;
  /** What keeps the order back now; absent while it loads. */
  judgement: PrescriptionJudgementResponse | undefined;
  /** The rules that the last attempt was refused for. */
  refusedFor: readonly string[];
  read: ReadonlySet<string>;
  onRead: (read: ReadonlySet<string>) => void;
  reason: string;
  onReason: (reason: string) => void;
  /** The server's message about the reason or the rules. */
  problem: Lacking;
}

/** What speaks against a refill, and the reason for approving it anyway; nothing where nothing does. */
export function AgainstRules(props: AgainstRulesProps) {
  const { request, judgement, refusedFor, read, onRead, reason, onReason, problem } = props;
  const found = request.findings.map((rule) => rule.rule_key);
  const rules = [
    ...request.findings,
    ...(judgement?.rules ?? []).filter((rule) => !found.includes(rule.rule_key)),
  ];
  const early = request.early ? [EARLY] : [];
  const asked = openAsks(request).map(({ key }) => key);
  const unexplained = request.doses_unexplained ? [DOSES_UNEXPLAINED] : [];
  const keys = [
    ...new Set([
      ...found,
      ...(judgement?.blocked_by ?? []),
      ...early,
      ...asked,
      ...unexplained,
      ...refusedFor,
    ]),
  ];
  const legal = judgement?.legal ?? [];
  const first = keys.filter((key) => isDoneFirst(key) || legal.includes(key));
  const shown = <RuleEvidence rules={rules.filter((rule) => !found.includes(rule.rule_key))} />;
  if (first.length > 0)
    return (
      <Box sx={{ display: 'grid', gap: 1 }}>
        {shown}
        <DoFirst request={request} rules={first} />
      </Box>
    );
  if (keys.length === 0 && !lacks(problem)) return null;
  const left = request.supply.days_left;
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Typography component="h3" sx={{ fontWeight: 650 }}>
        {words.against}
      </Typography>
      {shown}
      {request.early && left !== null && <Typography>{words.early(left)}</Typography>}
      <OverrideFields
        id="refill-override"
        label={words.override}
        hint={words.overrideHint}
        rules={keys}
        fired={rules}
        read={read}
        onRead={onRead}
        reason={reason}
        onReason={onReason}
        problem={problem}
      />
    </Box>
  );
}
