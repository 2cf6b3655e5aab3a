import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Prescription, PrescriptionJudgementResponse } from '#common/api/index.js';
import { Notice } from '../../shared/ui/index.js';
import { OverrideFields } from '../forms/OverrideFields.js';
import type { Lacking } from '../forms/lacking.js';
import { BlockingRules } from '../orders/BlockingRules.js';
import { WayOut } from '../orders/WayOut.js';
import { FILL_TEXT as words } from './text/en.js';

interface FillAgainstRulesProps {
  order: Prescription;
  judgement: PrescriptionJudgementResponse;
  read: ReadonlySet<string>;
  onRead: (read: ReadonlySet<string>) => void;
  reason: string;
  onReason: (reason: string) => void;
  /** The server's message about the reason or the rules. */
  problem: Lacking;
}

/** What keeps the order back on the day of this fill, and the reason for recording what happened all the same. */
export function FillAgainstRules(props: FillAgainstRulesProps) {
  const { order, judgement, read, onRead, reason, onReason, problem } = props;
  const { blocked_by: rules, legal } = judgement;
  if (rules.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <BlockingRules order={order} caseId={order.case_id} name={order.patient_name} title={words.rulesNow} />
      {legal.length > 0 ? (
        <Notice tone="danger">
          <WayOut legal={legal} />
        </Notice>
      ) : (
        <>
          <Typography>{words.anyway}</Typography>
          <OverrideFields
            id="fill-override"
            label={words.override}
            hint={words.overrideHint}
            rules={rules}
            fired={judgement.rules}
            read={read}
            onRead={onRead}
            reason={reason}
            onReason={onReason}
            problem={problem}
          />
        </>
      )}
    </Box>
  );
}
