import Box from '@mui/material/Box';
import type { TherapyHoldRecord } from '#common/api/index.js';
import { ANALYTES } from '#common/clinical/labs.js';
import { formatDate, Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ruleTitle } from '../kit/words.js';
import { HOLD_TEXT as words } from './text/decisions.js';

/** Every hold with its start, reason and end, and any therapy continued against a rule: on every screen of the case. */
export function HoldNotice({ detail }: { detail: CaseDetail }) {
  const { holds, resumed_against: against } = detail;
  const stopped = holds.length ? [] : stoppedByRules(detail);
  if (!holds.length && !against && !stopped.length) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {holds.map((hold) => (
        <Notice key={hold.rule_key ?? ''} tone="danger" title={words.noticeTitle(formatDate(hold.since))}>
          {linesOf(hold).join(' ')}
        </Notice>
      ))}
      {stopped.map(({ id, drug, on_hold: hold }) => (
        <Notice key={id} tone="danger" title={words.orderTitle(drug, formatDate(hold.since))}>
          {[words.byRule(ruleTitle(hold.rule_key)), words.noDose].join(' ')}
        </Notice>
      ))}
      {against && !holds.length && (
        <Notice tone="warning" title={words.resumedAgainst(ruleTitle(against.rule_key))}>
          {[against.reason, against.by && words.resumedBy(against.by, formatDate(against.at))]
            .filter(Boolean)
            .join(' ')}
        </Notice>
      )}
    </Box>
  );
}

type Stopped = CaseDetail['prescriptions'][number] & { on_hold: { rule_key: string } };
/** Orders that a rule holds where therapy itself is not on hold: their patient is told to take no dose. */
const stoppedByRules = ({ prescriptions }: CaseDetail): Stopped[] =>
  prescriptions.filter(
    (order): order is Stopped => order.prescription_state !== 'past' && Boolean(order.on_hold?.rule_key),
  );

function linesOf(hold: TherapyHoldRecord): string[] {
  const analyte = ANALYTES.find((one) => one.key === hold.until?.analyte);
  return [
    hold.rule_key && words.byRule(ruleTitle(hold.rule_key)),
    hold.by && words.by(hold.by),
    hold.reason,
    hold.until_on && words.untilOn(formatDate(hold.until_on)),
    hold.until &&
      words.untilAtMost(
        analyte?.name ?? hold.until.analyte,
        `${hold.until.at_most} ${analyte?.unit ?? ''}`.trim(),
      ),
  ].filter((line): line is string => Boolean(line));
}
