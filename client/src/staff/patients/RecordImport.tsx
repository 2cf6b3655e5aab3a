import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { FhirImportResponse } from '#common/api/fhir-import.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { Panel } from '../../shared/ui/index.js';
import { CriticalDialog } from '../cases/CriticalDialog.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { explained, Failure } from '../forms/Failure.js';
import { UploadForm } from '../forms/UploadForm.js';
import { ImportOutcome } from './ImportOutcome.js';
import { RECORD_IMPORT_TEXT as words } from './text/record-import.js';

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
  const { run, clear, busy, outcome, failure, critical, close } = useRecordImport(patientId);
  const brings = outcome !== null && outcome.draws.length + outcome.answers.length > 0;

  async function send(text: string): Promise<string | null> {
    const bundle = parsed(text);
    if (!bundle) return words.notJson;
    await run(bundle);
    return null;
  }
  return (
    <Panel title={words.title} actions={<Button onClick={onClose}>{words.close}</Button>}>
      <Typography sx={{ color: 'text.secondary', maxWidth: '75ch' }}>{words.lead}</Typography>
      {!outcome?.stored && (
        <UploadForm
          title={words.title}
          label={words.file}
          accept=".json,application/json,application/fhir+json"
          action={outcome ? (brings ? words.confirm : null) : words.preview}
          busy={busy}
          words={words}
          onChoose={clear}
          onSend={send}
        />
      )}
      <Stack spacing={2} sx={{ marginTop: 2 }}>
        {failure && <Failure title={failure.title} detail={failure.detail} />}
        {outcome && <ImportOutcome outcome={outcome} />}
      </Stack>
      {critical.length > 0 && <CriticalDialog labs={critical} onClose={close} />}
    </Panel>
  );
}
