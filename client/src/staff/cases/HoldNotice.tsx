import { ANALYTES } from '../../../../common/clinical/labs.js';
import { formatDate, Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../dataProvider.js';
import { ruleTitle } from '../kit/words.js';
import { HOLD_TEXT as words } from './text/decisions.js';

/** That the therapy is on hold, since when, why, and until when: on every screen of the case. */
export function HoldNotice({ detail: { hold } }: { detail: CaseDetail }) {
  if (!hold) return null;
  const analyte = ANALYTES.find((one) => one.key === hold.until?.analyte);
  const lines = [
    hold.rule_key && words.byRule(ruleTitle(hold.rule_key)),
    hold.by && words.by(hold.by),
    hold.reason,
    hold.until_on && words.untilOn(formatDate(hold.until_on)),
    hold.until &&
      words.untilAtMost(
        analyte?.name ?? hold.until.analyte,
        `${hold.until.at_most} ${analyte?.unit ?? ''}`.trim(),
      ),
  ];
  return (
    <Notice tone="danger" title={words.noticeTitle(formatDate(hold.since))}>
      {lines.filter(Boolean).join(' ')}
    </Notice>
  );
}
