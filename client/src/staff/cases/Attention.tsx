import Box from '@mui/material/Box';
import type { CaseRow } from '#common/api/index.js';
import { evidenceText } from '#common/clinical/evidence-text.js';
import { SEVERITY_TONE } from '#common/vocabulary/index.js';
import { StatusChip } from '../../shared/ui/index.js';
import { inputName, ruleTitle } from '../kit/words.js';
import { ATTENTION_TEXT, LIST_TEXT } from './text/en.js';

export const isCalm = (row: CaseRow) =>
  !row.flagged && !row.overdue && !row.plan_waits && row.open_alerts === 0 && !approvedAgainst(row);

/** Answers that an earlier version cached for an outage do not include it. */
function approvedAgainst({ approved_against }: CaseRow): string | null {
  const rules = approved_against as string[] | undefined;
  return rules?.length ? LIST_TEXT.approvedAgainst(rules.map(ruleTitle).join(', ')) : null;
}

/** The most urgent finding with its value, then other pending items. */
export function Attention({ row }: { row: CaseRow }) {
  if (isCalm(row)) return <Box sx={{ color: 'text.secondary' }}>{ATTENTION_TEXT.none}</Box>;
  const { top_alert: top } = row;
  const others = row.open_alerts - (top ? 1 : 0);
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
      {top && <TopAlert alert={top} />}
      {approvedAgainst(row) && (
        <Box sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>{approvedAgainst(row)}</Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {row.plan_waits && (
          <StatusChip tone="warning">{row.flagged ? 'flagged' : LIST_TEXT.planWaits}</StatusChip>
        )}
        {row.overdue && <StatusChip tone="danger">{ATTENTION_TEXT.overdue}</StatusChip>}
        {others > 0 && (
          <StatusChip tone="neutral">{top ? LIST_TEXT.more(others) : LIST_TEXT.alerts(others)}</StatusChip>
        )}
      </Box>
    </Box>
  );
}

/** "Hematocrit 55.2 %, 2 days old", or the rule's title if it read no measured value. */
function TopAlert({ alert }: { alert: NonNullable<CaseRow['top_alert']> }) {
  const measured = alert.evidence.find(
    (input) => typeof input.value === 'number' && input.age_days != null && input.threshold,
  );
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <StatusChip tone={SEVERITY_TONE[alert.severity]}>{alert.severity}</StatusChip>{' '}
      <Box component="span" sx={{ fontWeight: 600 }}>
        {alert.title ?? alert.message}
      </Box>
      {measured && (
        <Box className="tabular" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {inputName(measured.name)} {evidenceText({ ...measured, threshold: null })}
        </Box>
      )}
    </Box>
  );
}
