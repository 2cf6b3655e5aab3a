import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Prescription, PrescriptionJudgementResponse } from '#common/api/index.js';
import { Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { NamedRules } from '../forms/NamedRules.js';
import { isStale } from '../lists/SourceBanner.js';
import { BlockingRules, type useJudgement } from '../orders/BlockingRules.js';
import { WayOut } from '../orders/WayOut.js';
import { waitsForReview } from '../records/ToReview.js';
import { UnreadHistory } from '../records/UnreadHistory.js';
import { UPDATE_TEXT as words } from './text/en.js';

interface PassRulesProps {
  judgement: PrescriptionJudgementResponse;
  read: ReadonlySet<string>;
  onRead: (read: ReadonlySet<string>) => void;
  problem: string | null;
}
/** The rules that a reason passes, each to be checked. */
function PassRules({ judgement, read, onRead, problem }: PassRulesProps) {
  return (
    <Box>
      <Typography>{words.anyway}</Typography>
      <NamedRules
        rules={judgement.blocked_by}
        fired={judgement.rules}
        read={read}
        onRead={onRead}
        problem={problem}
      />
    </Box>
  );
}

/** What helps where no reason does. */
const stoppedBy = (legal: readonly string[], detail: CaseDetail | undefined): ReactNode => {
  const unread = legal.filter((key) => key === 'unread_history' || key === 'unread_from_patient');
  return <WayOut legal={unread.length ? unread : legal} detail={detail} />;
};

interface LeaveRulesProps extends Pick<PassRulesProps, 'read' | 'onRead' | 'problem'> {
  order: Prescription;
  detail: CaseDetail | undefined;
  judgement: ReturnType<typeof useJudgement>;
}
/** What keeps an order from leaving for the pharmacy now, and what passes it. */
export function LeaveRules({ order, detail, judgement, ...passing }: LeaveRulesProps) {
  const legal = judgement.data?.legal ?? [];
  const stopped = legal.length > 0;
  return (
    <>
      <BlockingRules
        order={order}
        caseId={order.case_id}
        name={order.patient_name}
        title={words.rulesNow}
        clear={words.noRulesNow}
        unread={waitsForReview(detail)}
      />
      {stopped && <Notice tone="danger">{stoppedBy(legal, detail)}</Notice>}
      {detail && (
        <UnreadHistory
          detail={detail}
          readOnly={isStale(detail.case_source)}
          onReviewed={() => void judgement.refetch()}
        />
      )}
      {judgement.data && judgement.data.blocked_by.length > 0 && !stopped && (
        <PassRules judgement={judgement.data} {...passing} />
      )}
    </>
  );
}
