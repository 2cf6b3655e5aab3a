import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { PatientDocument, Visit } from '#common/api/index.js';
import { Empty, formatDate, formatDateTime, humanize, Panel, StatusChip } from '../../shared/ui/index.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { VISIT_TONE } from './visitTone.js';
import { PATIENT_RECORDS_TEXT, PROFILE_TEXT as words } from './text/en.js';

export function Visits({ visits }: { visits: readonly Visit[] }) {
  return (
    <Panel title={words.visits} flush>
      {visits.length === 0 ? (
        <Empty title={words.noVisits}>{words.noVisitsHint}</Empty>
      ) : (
        <WorkTable
          label={words.visits}
          head={
            <>
              <Head>{PATIENT_RECORDS_TEXT.started}</Head>
              <Head>{PATIENT_RECORDS_TEXT.status}</Head>
              <Head>{PATIENT_RECORDS_TEXT.note}</Head>
            </>
          }
        >
          {visits.map((visit) => (
            <Row key={visit.appointment_id}>
              <Cell oneLine sx={{ fontWeight: 600 }}>
                {formatDateTime(visit.started_at)}
              </Cell>
              <Cell name={PATIENT_RECORDS_TEXT.status}>
                <StatusChip tone={VISIT_TONE[visit.status] ?? 'neutral'}>
                  {humanize(visit.status).toLowerCase()}
                </StatusChip>
              </Cell>
              <Cell name={PATIENT_RECORDS_TEXT.note}>
                <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                  {visit.note ?? (
                    <Box component="span" sx={{ color: 'text.secondary' }}>
                      {words.noNote}
                    </Box>
                  )}
                  {visit.forms.length > 0 && (
                    <Box sx={{ color: 'text.secondary' }}>
                      {PATIENT_RECORDS_TEXT.forms(visit.forms.map((form) => form.title).join(', '))}
                    </Box>
                  )}
                  {visit.plan && (
                    <Box sx={{ color: 'text.secondary' }}>{PATIENT_RECORDS_TEXT.plan(visit.plan)}</Box>
                  )}
                </Box>
              </Cell>
            </Row>
          ))}
        </WorkTable>
      )}
    </Panel>
  );
}

export function Documents({ documents }: { documents: readonly PatientDocument[] }) {
  return (
    <Panel title={words.documents} flush>
      {documents.length === 0 ? (
        <Empty title={words.noDocuments}>{words.noDocumentsHint}</Empty>
      ) : (
        <WorkTable
          label={words.documents}
          head={
            <>
              <Head>{PATIENT_RECORDS_TEXT.document}</Head>
              <Head>{PATIENT_RECORDS_TEXT.state}</Head>
              <Head>{PATIENT_RECORDS_TEXT.finalized}</Head>
              <Head end>{PATIENT_RECORDS_TEXT.file}</Head>
            </>
          }
        >
          {documents.map((document) => (
            <Row key={document.id}>
              <Cell sx={{ fontWeight: 600 }}>{document.title}</Cell>
              <Cell name={PATIENT_RECORDS_TEXT.state}>
                <StatusChip tone={document.finalized_at ? 'success' : 'neutral'}>{document.state}</StatusChip>
              </Cell>
              <Cell name={PATIENT_RECORDS_TEXT.finalized} oneLine>
                {formatDate(document.finalized_at, 'not yet')}
              </Cell>
              <Cell end>
                {/* A server URL, not a router path. */}
                <Button
                  size="small"
                  href={`/files/documents/${document.id}.pdf`}
                  download
                  aria-label={`${words.download} ${document.title}`}
                >
                  {words.download}
                </Button>
              </Cell>
            </Row>
          ))}
        </WorkTable>
      )}
    </Panel>
  );
}
