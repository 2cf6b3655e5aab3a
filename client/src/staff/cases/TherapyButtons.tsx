import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { FiredRule } from '#common/api/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { planInForce } from '../records/planInForce.js';
import { useRecord } from '../records/useRecord.js';
import { caseName } from './CaseFrame.js';
import { DiscontinueDialog } from './DiscontinueDialog.js';
import { HoldTherapyDialog } from './HoldTherapyDialog.js';
import { HOLD_TEXT } from './text/decisions.js';
import { DISCONTINUE_TEXT } from './text/en.js';

const AGAINST: readonly string[] = ['STOP', 'HOLD', 'BLOCK'];

/** Whether a rule advises to stop or hold a treatment. */
export const speaksAgainstGoingOn = ({ effect }: Pick<FiredRule, 'effect'>): boolean =>
  effect.split(/[+/]/).some((part) => AGAINST.includes(part));

export const isTreated = (detail: CaseDetail): boolean =>
  planInForce(detail) !== null && detail.case.status !== 'closed';

interface TherapyButtonsProps {
  detail: CaseDetail;
  /** Holding is the first choice. */
  first?: boolean;
}
/** Therapy can be held or ended where findings speak against going on. */
export function TherapyButtons({ detail, first = false }: TherapyButtonsProps) {
  const [open, setOpen] = useState<'hold' | 'end' | null>(null);
  const dialog = { detail, name: caseName(detail), onClose: () => setOpen(null) };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {!detail.hold?.by && (
        <Button
          size="small"
          variant={first && !detail.hold ? 'contained' : 'outlined'}
          color="error"
          onClick={() => setOpen('hold')}
        >
          {HOLD_TEXT.hold}
        </Button>
      )}
      <Button size="small" variant="outlined" color="error" onClick={() => setOpen('end')}>
        {DISCONTINUE_TEXT.open}
      </Button>
      {open === 'hold' && <HoldTherapyDialog {...dialog} />}
      {open === 'end' && <DiscontinueDialog {...dialog} />}
    </Box>
  );
}

/** In the review of a result, where only the rules that read it are at hand. */
export function TherapyOfCase({ caseId, rules }: { caseId: string; rules: readonly FiredRule[] }) {
  return rules.some(speaksAgainstGoingOn) ? <ButtonsOfCase caseId={caseId} /> : null;
}

function ButtonsOfCase({ caseId }: { caseId: string }) {
  const { data } = useRecord('cases', caseId);
  return data && isTreated(data) ? <TherapyButtons detail={data} /> : null;
}
