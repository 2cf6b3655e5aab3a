import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { FhirImportCount, FhirImportResponse } from '#common/api/fhir-import.js';
import { EMERGENCIES } from '#common/emergency/emergency-kinds.js';
import { formatDateTime, formatNumber, Notice } from '../../shared/ui/index.js';
import { criticalInWords } from '../cases/labWords.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import {
  LEFT_OUT_WORDS,
  NOT_UNDERSTOOD_WORDS,
  RECORD_IMPORT_TEXT as words,
  RESOURCE_WORDS,
} from './text/record-import.js';

/** A file may name a kind that every object has: `constructor`. */
const kindOf = (type: string): string =>
  (Object.hasOwn(RESOURCE_WORDS, type) && RESOURCE_WORDS[type]) || type;

/** What became of a file, or would become of it. */
export function ImportOutcome({ outcome }: { outcome: FhirImportResponse }) {
  const { stored, draws, answers, emergencies, not_understood_total: unread } = outcome;
  const isNothing = draws.length + answers.length === 0;
  const critical = draws.flatMap((draw) => draw.critical);
  const isPlain = !isNothing && unread === 0 && critical.length === 0;
  return (
    <>
      <Notice tone={isPlain ? 'success' : 'warning'} role="status">
        {isNothing
          ? words.nothing
          : `${stored ? words.stored : words.would} ${words.brings(draws.length, answers.length)}`}
        {critical.length > 0 && ` ${words.critical(critical.map(criticalInWords).join(', '))}`}
      </Notice>
      {emergencies.length > 0 && (
        <Notice tone="danger" role="alert">
          {words.emergencies(emergencies.map((kind) => EMERGENCIES[kind].label).join('; '))}
        </Notice>
      )}
      <NotUnderstood outcome={outcome} />
      <Draws outcome={outcome} />
      <Counts outcome={outcome} />
    </>
  );
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography component="h3" sx={{ fontWeight: 650, marginBottom: 0.75 }}>
        {title}
      </Typography>
      {lead && <Box sx={{ color: 'text.secondary', marginBottom: 1 }}>{lead}</Box>}
      {children}
    </Box>
  );
}

function NotUnderstood({
  outcome: { not_understood: rows, not_understood_total: total },
}: {
  outcome: FhirImportResponse;
}) {
  if (rows.length === 0) return null;
  const more = rows.length < total ? ` ${words.shown(rows.length, total)}` : '';
  return (
    <Part title={words.notUnderstood} lead={`${words.readYourself}${more}`}>
      <Box
        // The header sticks to this box, not to the page's top bar.
        sx={{ maxHeight: 420, overflow: 'auto', '& table th': { top: 0 } }}
        tabIndex={0}
        role="region"
        aria-label={words.notUnderstood}
      >
        <WorkTable
          label={words.notUnderstood}
          stackBelow="lg"
          head={
            <>
              <Head>{words.resource}</Head>
              <Head>{words.element}</Head>
              <Head>{words.said}</Head>
              <Head>{words.why}</Head>
            </>
          }
        >
          {rows.map((row, at) => (
            <Row key={`${at} ${row.resource} ${row.path}`}>
              <Cell name={words.resource} sx={{ overflowWrap: 'anywhere' }}>
                {row.resource}
              </Cell>
              <Cell name={words.element} sx={{ overflowWrap: 'anywhere' }}>
                {row.path}
              </Cell>
              <Cell name={words.said} blank={!row.said} sx={{ overflowWrap: 'anywhere' }}>
                {row.said}
              </Cell>
              <Cell name={words.why}>{NOT_UNDERSTOOD_WORDS[row.why]}</Cell>
            </Row>
          ))}
        </WorkTable>
      </Box>
    </Part>
  );
}

function Draws({ outcome: { draws } }: { outcome: FhirImportResponse }) {
  if (draws.length === 0) return null;
  return (
    <Part title={words.drawn}>
      <WorkTable
        label={words.drawn}
        head={
          <>
            <Head>{words.drawnOn}</Head>
            <Head end>{words.results}</Head>
          </>
        }
      >
        {draws.map((draw) => (
          <Row key={draw.collected_at}>
            <Cell sx={{ fontWeight: 600 }}>{formatDateTime(draw.collected_at)}</Cell>
            <Cell name={words.results} end>
              {formatNumber(draw.results)}
            </Cell>
          </Row>
        ))}
      </WorkTable>
    </Part>
  );
}

const listed = (rows: readonly FhirImportCount[]): string =>
  rows.map(({ type, count }) => words.some(kindOf(type), count)).join(', ');

/** What was understood, and by reason what is left out. */
function Counts({ outcome: { understood, left_out } }: { outcome: FhirImportResponse }) {
  const reasons = [...new Set(left_out.map(({ why }) => why))];
  return (
    <>
      {reasons.length > 0 && (
        <Part title={words.leftOut}>
          <WorkTable
            label={words.leftOut}
            head={
              <>
                <Head>{words.why}</Head>
                <Head>{words.what}</Head>
              </>
            }
          >
            {reasons.map((why) => (
              <Row key={why}>
                <Cell>{LEFT_OUT_WORDS[why]}</Cell>
                <Cell name={words.what}>{listed(left_out.filter((row) => row.why === why))}</Cell>
              </Row>
            ))}
          </WorkTable>
        </Part>
      )}
      <Part title={words.understood}>{listed(understood)}</Part>
    </>
  );
}
