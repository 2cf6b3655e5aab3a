import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Lab } from '#common/api/index.js';
import { Empty, formatDate, formatDateTime, Panel } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { CaseLabOrders } from '../lab-orders/CaseLabOrders.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { planInForce } from '../records/planInForce.js';
import { caseName } from './CaseFrame.js';
import { CriticalMark } from './CriticalMark.js';
import { RecordStatus } from './RecordStatus.js';
import { FIRST_LAB_FIELD, LabEntryForm } from './LabEntryForm.js';
import { LabReview } from './LabReview.js';
import { LabValues } from './LabValues.js';
import { LabTrendPanel } from './LabTrendPanel.js';
import { LatestLabs } from './LatestLabs.js';
import { ReviewLabDialog } from './ReviewLabDialog.js';
import { LABS_TAB_TEXT, LAB_ENTRY_TEXT } from './text/en.js';

/** Latest values with their trend, every panel on file, and a form to add one. */
export function LabsTab({ detail, readOnly }: { detail: CaseDetail; readOnly: boolean }) {
  const panels = detail.labs_history.filter((lab) => lab.collected_at !== null);
  const next = detail.next_lab_suggestion;
  return (
    <Stack spacing={2.5}>
      {!readOnly && panels.length > 0 && (
        <Box>
          <Button
            variant="outlined"
            size="small"
            onClick={() => document.getElementById(FIRST_LAB_FIELD)?.focus()}
          >
            {LAB_ENTRY_TEXT.open}
          </Button>
        </Box>
      )}
      {next && (
        <Typography>
          <Box component="span" sx={{ fontWeight: 650 }}>
            {LABS_TAB_TEXT.nextLabs}
          </Box>{' '}
          {next.instruction} {LABS_TAB_TEXT.due(next.due_in_days)}{' '}
          {next.draw_from &&
            next.draw_until &&
            `${LABS_TAB_TEXT.drawn(formatDate(next.draw_from), formatDate(next.draw_until))} `}
          {next.draw_timing}
        </Typography>
      )}
      <CaseLabOrders
        caseId={detail.case.id}
        name={caseName(detail)}
        person={<PatientFacts detail={detail} name={caseName(detail)} />}
        readOnly={readOnly}
        closed={detail.case.status === 'closed'}
      />
      {panels.length === 0 ? (
        <Empty title={LABS_TAB_TEXT.noLabResultsYet}>{LABS_TAB_TEXT.enterFirstPanelBelow}</Empty>
      ) : (
        <>
          <LatestLabs panels={panels} />
          <LabTrendPanel caseId={detail.id} panels={panels} plan={planInForce(detail)} />
          <History panels={panels} readOnly={readOnly} />
        </>
      )}
      {!readOnly && <LabEntryForm caseId={detail.case.id} patientId={detail.case.patient_id} />}
    </Stack>
  );
}

function afterDose({ since_last_dose_h: hours, since_from_log: logged }: Lab): string {
  if (hours === null) return 'unknown';
  return logged ? `${hours} h (from the dose log)` : `${hours} h`;
}

const ASKED = {
  padding: '2px 6px',
  marginLeft: '-6px',
  borderRadius: '6px',
  color: 'primary.contrastText',
  backgroundColor: 'primary.main',
} as const;
const showPanel = (place: HTMLElement | null): void => {
  place?.scrollIntoView({ block: 'center' });
  place?.focus({ preventScroll: true });
};

function History({ panels, readOnly }: { panels: Lab[]; readOnly: boolean }) {
  const [open, setOpen] = useState<Lab | null>(null);
  // A link may lead to one panel.
  const asked = useSearchParams()[0].get('panel');
  return (
    <Panel title={LABS_TAB_TEXT.labHistory} flush>
      <WorkTable
        label={LABS_TAB_TEXT.labPanels}
        head={
          <>
            <Head>{LABS_TAB_TEXT.collected}</Head>
            <Head>{LABS_TAB_TEXT.results}</Head>
            <Head end>{LABS_TAB_TEXT.afterDose}</Head>
            <Head end>{LABS_TAB_TEXT.review}</Head>
          </>
        }
      >
        {panels.map((lab) => (
          <Row key={lab.lab_id}>
            <Cell oneLine sx={{ fontWeight: 600 }}>
              <Box
                component="span"
                title={formatDateTime(lab.collected_at)}
                {...(lab.lab_id === asked && { ref: showPanel, tabIndex: -1, sx: ASKED })}
              >
                {formatDate(lab.collected_at)}
              </Box>
            </Cell>
            <Cell name={LABS_TAB_TEXT.results}>
              <LabValues results={lab.results} />
              {lab.status === 'corrected' && <RecordStatus lab={lab} />}
              <CriticalMark lab={lab} readOnly={readOnly} />
            </Cell>
            <Cell name={LABS_TAB_TEXT.afterDose} end oneLine>
              {afterDose(lab)}
            </Cell>
            <Cell name={LABS_TAB_TEXT.review} end>
              <LabReview lab={lab} onReview={readOnly ? undefined : () => setOpen(lab)} />
            </Cell>
          </Row>
        ))}
      </WorkTable>
      {open && <ReviewLabDialog lab={open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
