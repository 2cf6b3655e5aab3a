import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { FhirImportResponse } from '#common/api/fhir-import.js';
import { EMERGENCIES } from '#common/emergency/emergency-kinds.js';
import { formatDateTime, formatNumber, Notice } from '../../shared/ui/index.js';
import { criticalInWords } from '../cases/labWords.js';
import { Cell, Head, Row, WorkTable } from '../kit/Worklist.js';
import {
  LEFT_OUT_WORDS,
  NOT_UNDERSTOOD_WORDS,
  RECORD_IMPORT_TEXT as words,
  RESOURCE_WORDS,
} from './text/record-import.js';

const kindOf = (type: string): string => RESOURCE_WORDS[type] ?? type;

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
      <Counts title={words.leftOut} rows={outcome.left_out} />
      <Counts title={words.understood} rows={outcome.understood} />
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

function Counts({
  title,
  rows,
}: {
  title: string;
  rows: FhirImportResponse['left_out'] | FhirImportResponse['understood'];
}) {
  if (rows.length === 0) return null;
  const isExplained = rows.some((row) => 'why' in row);
  return (
    <Part title={title}>
      <WorkTable
        label={title}
        head={
          <>
            <Head>{words.kind}</Head>
            <Head end>{words.count}</Head>
            {isExplained && <Head>{words.why}</Head>}
          </>
        }
      >
        {rows.map((row) => (
          <Row key={`${row.type} ${'why' in row ? row.why : ''}`}>
            <Cell sx={{ fontWeight: 600 }}>{kindOf(row.type)}</Cell>
            <Cell name={words.count} end>
              {formatNumber(row.count)}
            </Cell>
            {'why' in row && <Cell name={words.why}>{LEFT_OUT_WORDS[row.why]}</Cell>}
          </Row>
        ))}
      </WorkTable>
    </Part>
  );
}
