import { useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useRef, useState } from 'react';
import type { LabReport } from '#common/api/index.js';
import { api } from '../../shared/api/index.js';
import { missing, useAct } from '../../shared/forms/useAct.js';
import { formatDate, Notice, Panel, StatusChip } from '../../shared/ui/index.js';
import { FileField } from '../../shared/ui/FileField.js';
import { Loaded } from '../kit/Loaded.js';
import { Quiet } from '../kit/Quiet.js';
import { useOnce } from '../kit/useOnce.js';
import { labReportsQuery } from '../data/treatment-queries.js';
import { LAB_REPORTS_TEXT as text } from './text/lab-reports.js';

const LARGEST_BYTES = 10 * 1024 * 1024;
const ACCEPTED = '.pdf,.jpg,.jpeg,.png,.heic,application/pdf,image/jpeg,image/png,image/heic';
/** A photo over a slow connection takes longer than a form. */
const UPLOAD_MS = 120_000;

/** Reports from other laboratories: sent by the patient, entered by the care team. */
export function LabReportsPanel() {
  const query = useQuery(labReportsQuery);
  return (
    <Panel title={text.title}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
        <Quiet>{text.lead}</Quiet>
        <UploadForm />
        <Loaded query={query} label={text.sentTitle} failed={text.loadFailed} rows={2}>
          {({ lab_reports: reports }) => <Sent reports={reports} />}
        </Loaded>
      </Box>
    </Panel>
  );
}

function UploadForm() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const queries = useQueryClient();
  const once = useOnce();
  const form = useAct({
    check: () => missing({ file: !file ? text.missing : file.size > LARGEST_BYTES && text.tooLarge }),
    act: async () => {
      const body = new FormData();
      body.append('file', file!);
      const { name, size, lastModified } = file!;
      await once({ name, size, lastModified }, (idempotencyKey) =>
        api.post<LabReport>('/api/lab-reports', body, { idempotencyKey, timeoutMs: UPLOAD_MS }),
      );
      setSent(name);
      setFile(null);
      if (input.current) input.current.value = '';
      await queries.invalidateQueries({ queryKey: labReportsQuery.queryKey });
    },
    failed: text.failed,
  });
  return (
    <Box
      component="form"
      noValidate
      aria-label={text.title}
      onSubmit={form.submit}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      {form.problems.form && <Notice tone="danger">{form.problems.form}</Notice>}
      {sent && (
        <Notice tone="success" role="status">
          {text.sent(sent)}
        </Notice>
      )}
      <FileField
        id={id}
        label={text.file}
        accept={ACCEPTED}
        hint={text.hint}
        error={form.problems.fields['file']}
        inputRef={input}
        onChoose={(chosen) => {
          setFile(chosen);
          setSent(null);
        }}
      />
      <Button type="submit" variant="outlined" loading={form.busy} sx={{ justifySelf: 'start' }}>
        {text.send}
      </Button>
    </Box>
  );
}

function Sent({ reports }: { reports: readonly LabReport[] }) {
  if (reports.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={text.sentTitle}
      sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1.5 }}
    >
      {reports.map((report) => (
        <Box
          key={report.id}
          component="li"
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' }}
        >
          <Box component="span" sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>
            {report.name}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {text.sentOn(formatDate(report.uploaded_at))}
          </Box>
          {report.transcribed_at ? (
            <StatusChip tone={report.values_entered ? 'success' : 'neutral'}>
              {(report.values_entered ? text.entered : text.read)(formatDate(report.transcribed_at))}
            </StatusChip>
          ) : (
            <StatusChip tone="info">{text.waiting}</StatusChip>
          )}
        </Box>
      ))}
    </Box>
  );
}
