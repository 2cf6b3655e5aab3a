import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { ListContextProvider, ResourceContextProvider, useList } from 'react-admin';
import { useParams } from 'react-router-dom';
import { Panel } from '../../shared/ui/index.js';
import { CaseFrame, caseName, CaseScreen } from '../cases/CaseFrame.js';
import type { Prescription } from '#common/api/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ListBody } from '../lists/ListBody.js';
import { ToReview } from '../records/ToReview.js';
import { useStaff } from '../data/useStaff.js';
import { isApproved, isPending } from './order.js';
import { emptyOf, PrescriptionWork, useRxTab, type RxTab } from './PrescriptionWork.js';
import { CASE_PRESCRIPTIONS_PAGE_TEXT, RX_TEXT as words } from './text/en.js';

const NewDialog = lazy(() => import('./EditDialog.js').then((module) => ({ default: module.NewDialog })));

const MAX_SHOWN = 1000;
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
  const { tab, setTab } = useRxTab();
  const [writing, setWriting] = useState(false);
  const { data, ...query } = useQuery({
    queryKey: ['case-prescriptions', detail.id],
    queryFn: ({ signal }) => staff.getCasePrescriptions(detail.id, signal),
  });
  const shown = data?.prescriptions
    .filter(inTab[tab])
    .map((order) => ({ ...order, id: order.prescription_id }));
  // All the orders of a case come in one answer.
  const list = useList({ resource: 'prescriptions', perPage: MAX_SHOWN, ...(shown && { data: shown }) });
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
      {/* An accepted order may be kept back by it. */}
      <ToReview detail={detail} />
      <Typography sx={{ color: 'text.secondary', marginBlock: 2 }}>{words.lead}</Typography>
      <PrescriptionWork tab={tab} onTab={setTab} rows={shown} readOnly={readOnly}>
        {(table) => (
          <ResourceContextProvider value="prescriptions">
            <ListContextProvider value={list}>
              <Panel title={CASE_PRESCRIPTIONS_PAGE_TEXT.prescriptions(tab)} flush hideTitle>
                <ListBody
                  list={{ ...query, data: shown }}
                  failed={words.loadFailed}
                  loading={CASE_PRESCRIPTIONS_PAGE_TEXT.loadingPrescriptions}
                  empty={emptyOf(tab)}
                >
                  {() => table}
                </ListBody>
              </Panel>
            </ListContextProvider>
          </ResourceContextProvider>
        )}
      </PrescriptionWork>
      <Suspense>
        {writing && (
          <NewDialog caseId={detail.id} name={caseName(detail)} onClose={() => setWriting(false)} />
        )}
      </Suspense>
    </CaseFrame>
  );
}
