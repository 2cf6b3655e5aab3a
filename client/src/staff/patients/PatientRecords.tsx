import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { PatientDocument, Visit } from '#common/api/index.js';
import { Empty, formatDate, formatDateTime, humanize, Panel, StatusChip } from '../../shared/ui/index.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { VISIT_TONE } from './visitTone.js';
import { PROFILE_TEXT as words } from './text/en.js';

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
              <Head>Started</Head>
              <Head>Status</Head>
              <Head>Note</Head>
            </>
          }
        >
          {visits.map((visit) => (
            <Row key={visit.appointment_id}>
              <Cell oneLine sx={{ fontWeight: 600 }}>
                {formatDateTime(visit.started_at)}
              </Cell>
              <Cell name="Status">
                <StatusChip tone={VISIT_TONE[visit.status] ?? 'neutral'}>
                  {humanize(visit.status).toLowerCase()}
                </StatusChip>
              </Cell>
              <Cell name="Note">
                <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                  {visit.note ?? (
                    <Box component="span" sx={{ color: 'text.secondary' }}>
                      {words.noNote}
                    </Box>
                  )}
                  {visit.forms.length > 0 && (
                    <Box sx={{ color: 'text.secondary' }}>
                      Forms: {visit.forms.map((form) => form.title).join(', ')}
                    </Box>
                  )}
                  {visit.plan && <Box sx={{ color: 'text.secondary' }}>Plan: {visit.plan}</Box>}
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
              <Head>Document</Head>
              <Head>State</Head>
              <Head>Finalized</Head>
              <Head end>File</Head>
            </>
          }
        >
          {documents.map((document) => (
            <Row key={document.id}>
              <Cell sx={{ fontWeight: 600 }}>{document.title}</Cell>
              <Cell name="State">
                <StatusChip tone={document.finalized_at ? 'success' : 'neutral'}>{document.state}</StatusChip>
              </Cell>
              <Cell name="Finalized" oneLine>
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
