import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Empty, Loading, LoadError } from '../../shared/ui/index.js';
import { CaseFrame, caseName, CaseScreen } from '../cases/CaseFrame.js';
import type { CaseDetail } from '../dataProvider.js';
import { useStaff } from '../kit/useStaff.js';
import { NewDialog } from './EditDialog.js';
import { isApproved, isPending } from './order.js';
import { PrescriptionWork, useRxTab, type RxTab } from './PrescriptionWork.js';
import { RX_TEXT as words } from './text/en.js';
import type { Prescription } from '../../../../common/api/index.js';

const inTab: Record<RxTab, (rx: Prescription) => boolean> = {
  All: () => true,
  Pending: isPending,
  Approved: isApproved,
};

/** /trt/cases/:id/prescriptions: the orders of one patient. */
export default function CasePrescriptionsPage() {
  const { id = '' } = useParams();
  return (
    <CaseScreen id={id} title={words.title}>
      {(detail, readOnly) => <Orders detail={detail} readOnly={readOnly} />}
    </CaseScreen>
  );
}

function Orders({ detail, readOnly }: { detail: CaseDetail; readOnly: boolean }) {
  const staff = useStaff();
  const [tab, setTab] = useRxTab();
  const [writing, setWriting] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['case-prescriptions', detail.id],
    queryFn: ({ signal }) => staff.getCasePrescriptions(detail.id, signal),
  });
  const rows = data?.prescriptions.filter(inTab[tab]);
  const blank = error ? (
    <LoadError
      error={error}
      message={words.loadFailed}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  ) : !rows ? (
    <Loading rows={4} label="Loading prescriptions" />
  ) : (
    <Empty title={tab === 'All' ? words.none : words.noneInTab}>
      {tab === 'All' ? words.noneHint : words.noneInTabHint}
    </Empty>
  );
  return (
    <CaseFrame
      detail={detail}
      part={words.title}
      actions={
        !readOnly && (
          <Button size="small" variant="outlined" onClick={() => setWriting(true)}>
            {words.write}
          </Button>
        )
      }
    >
      <Typography sx={{ color: 'text.secondary', marginBottom: 2 }}>{words.lead}</Typography>
      <PrescriptionWork
        tab={tab}
        onTab={setTab}
        rows={!error && rows && rows.length > 0 ? rows : undefined}
        blank={<Box sx={{ padding: 2 }}>{blank}</Box>}
        readOnly={readOnly}
      />
      {writing && <NewDialog caseId={detail.id} name={caseName(detail)} onClose={() => setWriting(false)} />}
    </CaseFrame>
  );
}
