import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState, type FormEvent } from 'react';
import type { FhirImportResponse } from '#common/api/fhir-import.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { FileField } from '../../shared/ui/FileField.js';
import { Panel } from '../../shared/ui/index.js';
import { CriticalDialog } from '../cases/CriticalDialog.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { explained, Failure } from '../kit/Failure.js';
import { ImportOutcome } from './ImportOutcome.js';
import { RECORD_IMPORT_TEXT as words } from './text/record-import.js';

const LARGEST_BYTES = 5 * 1024 * 1024;

interface Failed {
  title: string;
  detail: string;
}

/** What the server marks in the file says more than that something is wrong. */
const inWords = (error: unknown): string =>
  isApiError(error) && Object.keys(error.fields).length
    ? Object.values(error.fields).join(' ')
    : explained(error);

/** Sends a record as a dry run, then for good; the file stays chosen whatever happens. */
function useRecordImport(patientId: string) {
  const staff = useStaff();
  const refresh = useRefresh();
  const key = useRef(newIdempotencyKey());
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<FhirImportResponse | null>(null);
  const [failure, setFailure] = useState<Failed | null>(null);
  const [told, setTold] = useState(false);

  async function run(bundle: object) {
    const { version } = outcome ?? {};
    setBusy(true);
    setFailure(null);
    try {
      if (outcome) {
        setOutcome(
          await staff.importRecord(
            patientId,
            { bundle, ...(version !== undefined && { version }) },
            key.current,
          ),
        );
        await refresh();
      } else setOutcome(await staff.importRecord(patientId, { bundle }));
    } catch (error) {
      if (isApiError(error) && error.status > 0) key.current = newIdempotencyKey();
      setFailure({ title: outcome ? words.failed : words.previewFailed, detail: inWords(error) });
      setOutcome(null);
    }
    setBusy(false);
  }

  /** Clears the previous file's outcome. */
  function clear() {
    key.current = newIdempotencyKey();
    setOutcome(null);
    setFailure(null);
  }
  return {
    run,
    clear,
    busy,
    outcome,
    failure,
    critical: told ? [] : (outcome?.critical ?? []),
    close: () => setTold(true),
  };
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** A record from another clinic: the file, what would become of it, and what did. */
export default function RecordImport({ patientId, onClose }: { patientId: string; onClose: () => void }) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, clear, busy, outcome, failure, critical, close } = useRecordImport(patientId);
  const brings = outcome !== null && outcome.draws.length + outcome.answers.length > 0;

  function choose(chosen: File | null) {
    setFile(chosen);
    setProblem(null);
    clear();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const wrong = !file ? words.missing : file.size > LARGEST_BYTES ? words.tooLarge : null;
    const bundle = file && !wrong ? parsed(await file.text()) : null;
    setProblem(wrong ?? (bundle ? null : words.notJson));
    if (bundle) await run(bundle);
  }
  return (
    <Panel title={words.title} actions={<Button onClick={onClose}>{words.close}</Button>}>
      <Typography sx={{ color: 'text.secondary', maxWidth: '75ch' }}>{words.lead}</Typography>
      {!outcome?.stored && (
        <Box
          component="form"
          noValidate
          aria-label={words.title}
          onSubmit={(event: FormEvent) => void submit(event)}
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 2, marginBlock: 2 }}
        >
          <FileField
            id={id}
            label={words.file}
            accept=".json,application/json,application/fhir+json"
            disabled={busy}
            error={problem}
            onChoose={choose}
          />
          {(!outcome || brings) && (
            <Button type="submit" variant="contained" loading={busy}>
              {outcome ? words.confirm : words.preview}
            </Button>
          )}
        </Box>
      )}
      <Stack spacing={2} sx={{ marginTop: 2 }}>
        {failure && <Failure title={failure.title} detail={failure.detail} />}
        {outcome && <ImportOutcome outcome={outcome} />}
      </Stack>
      {critical.length > 0 && <CriticalDialog labs={critical} onClose={close} />}
    </Panel>
  );
}
