import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Lab } from '#common/api/index.js';
import { isApiError } from '../../shared/api/index.js';
import { Notice, Panel, saveFile } from '../../shared/ui/index.js';
import { explained, Failure } from '../forms/Failure.js';
import { UploadForm } from '../forms/UploadForm.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { CriticalDialog } from '../cases/CriticalDialog.js';
import { addAnswer, chunksOf, EMPTY_REPORT, rejectsCsv, TEMPLATE_CSV, type ImportReport } from './csv.js';
import { IMPORT_TEXT as words } from './text/en.js';

const CHUNK_ROWS = 250;
const MOST_SHOWN = 200;

interface Progress {
  done: number;
  of: number;
}

interface Report {
  dryRun: boolean;
  sum: ImportReport;
}

/** Sends a file in chunks, shows progress, then what happened to its rows, or would happen. */
function useImport() {
  const staff = useStaff();
  const refresh = useRefresh();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [critical, setCritical] = useState<Lab[]>([]);

  async function run(text: string, dryRun: boolean) {
    const { chunks, total } = chunksOf(text, CHUNK_ROWS);
    let sum = EMPTY_REPORT;
    setFailure(total === 0 ? words.empty : null);
    setReport(null);
    if (total === 0) return;
    try {
      for (const chunk of chunks) {
        setProgress({ done: chunk.before, of: total });
        sum = addAnswer(sum, chunk, await staff.importLabs(chunk.csv, dryRun));
        if (!dryRun) setReport({ dryRun, sum });
      }
      setReport({ dryRun, sum });
    } catch (error) {
      const wrong = isApiError(error) ? error.fields['file'] : undefined;
      setFailure(wrong ?? [explained(error), !dryRun && words.resume].filter(Boolean).join(' '));
    }
    setCritical(sum.critical);
    setProgress(null);
    if (!dryRun) await refresh();
  }

  /** Clears the previous file's report. */
  function clear() {
    setReport(null);
    setFailure(null);
  }
  return { run, clear, progress, report, failure, critical, told: () => setCritical([]) };
}

export function ImportPanel({ onClose, closeLabel }: { onClose: () => void; closeLabel: string }) {
  const { run, clear, progress, report, failure, critical, told } = useImport();
  const ready = report?.dryRun && report.sum.accepted > 0;

  async function send(text: string): Promise<null> {
    await run(text, !ready);
    return null;
  }
  return (
    <Panel title={words.title} actions={<Button onClick={onClose}>{closeLabel}</Button>}>
      <Typography sx={{ color: 'text.secondary', maxWidth: '75ch' }}>{words.lead}</Typography>
      <Button
        size="small"
        variant="outlined"
        sx={{ marginTop: 1.5 }}
        onClick={() => saveFile(new Blob([TEMPLATE_CSV], { type: 'text/csv' }), words.templateName)}
      >
        {words.template}
      </Button>
      <UploadForm
        title={words.title}
        label={words.file}
        accept=".csv,text/csv"
        action={ready ? words.start(report.sum.accepted) : words.preview}
        busy={progress !== null}
        words={words}
        onChoose={clear}
        onSend={send}
      />
      <Stack spacing={2}>
        {progress && <Bar {...progress} />}
        {failure && <Failure title={report ? words.failed : words.previewFailed} detail={failure} />}
        {report && !progress && <ReportTable {...report} />}
      </Stack>
      {critical.length > 0 && <CriticalDialog labs={critical} onClose={told} />}
    </Panel>
  );
}

function Bar({ done, of }: Progress) {
  const text = words.progress(done, of);
  return (
    <Box>
      <LinearProgress
        variant="determinate"
        value={(done / of) * 100}
        aria-label={words.title}
        aria-valuetext={text}
        sx={{ height: 8, borderRadius: 4 }}
      />
      <Box role="status" className="tabular" sx={{ color: 'text.secondary', marginTop: 0.5 }}>
        {text}
      </Box>
    </Box>
  );
}

function ReportTable({ dryRun, sum }: Report) {
  const { accepted, corrected, duplicates, rejected, criticalValues } = sum;
  const shown = rejected.slice(0, MOST_SHOWN);
  const counts = words.result(accepted, corrected, duplicates, rejected.length);
  return (
    <>
      <Notice tone={rejected.length === 0 && criticalValues === 0 ? 'success' : 'warning'} role="status">
        {dryRun ? words.would(counts) : counts}
        {dryRun && accepted === 0 && ` ${words.nothing}`}
        {criticalValues > 0 && ` ${words.critical(criticalValues)}`}
        {shown.length < rejected.length && ` ${words.shown(shown.length, rejected.length)}`}
      </Notice>
      {rejected.length > 0 && (
        <>
          <Box>
            <Button
              size="small"
              variant="outlined"
              onClick={() =>
                saveFile(new Blob([rejectsCsv(rejected)], { type: 'text/csv' }), words.rejectsName)
              }
            >
              {words.rejects}
            </Button>
          </Box>
          <Rejected rows={shown} />
        </>
      )}
    </>
  );
}

function Rejected({ rows }: { rows: ImportReport['rejected'] }) {
  return (
    <Box
      // The header sticks to this box, not to the page's top bar.
      sx={{ maxHeight: 420, overflow: 'auto', '& table th': { top: 0 } }}
      tabIndex={0}
      role="region"
      aria-label={words.rejected}
    >
      <WorkTable
        label={words.rejected}
        head={
          <>
            <Head>{words.line}</Head>
            <Head>{words.patient}</Head>
            <Head>{words.test}</Head>
            <Head>{words.value}</Head>
            <Head>{words.why}</Head>
          </>
        }
      >
        {rows.map((row) => (
          <Row key={row.row}>
            <Cell name={words.line}>{row.line}</Cell>
            <Cell name={words.patient}>{row.patient}</Cell>
            <Cell name={words.test}>{row.analyte}</Cell>
            <Cell name={words.value}>{row.value}</Cell>
            <Cell name={words.why}>{row.error}</Cell>
          </Row>
        ))}
      </WorkTable>
    </Box>
  );
}
