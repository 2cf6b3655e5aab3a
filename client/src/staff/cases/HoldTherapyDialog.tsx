import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { TherapyHoldRequest } from '#common/api/index.js';
import { ANALYTES } from '#common/clinical/labs.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { EmergencyNotes } from '../records/EmergencyNotes.js';
import { HOLD_TEXT as words } from './text/decisions.js';

interface DialogProps {
  detail: CaseDetail;
  name: string;
  onClose: () => void;
}

const UNTIL = ['open', 'date', 'value'] as const;
type Until = (typeof UNTIL)[number];
const UNTIL_WORDS: Record<Until, string> = {
  open: words.untilOpen,
  date: words.untilDate,
  value: words.untilValue,
};

const numberOf = (text: string): number =>
  /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

/** Puts therapy on hold: open-ended, until a date, or until a value. */
export function HoldTherapyDialog({ detail, name, onClose }: DialogProps) {
  const staff = useStaff();
  const [version, setVersion] = useState(detail.case.version);
  const [until, setUntil] = useState<Until>('open');
  const [form, setForm] = useState({ reason: '', date: '', analyte: 'hct_percent', atMost: '' });
  const [problems, setProblems] = useState<Record<string, string>>({});

  function body(): TherapyHoldRequest {
    return {
      reason: form.reason.trim(),
      version,
      ...(until === 'date' && { until_on: form.date }),
      ...(until === 'value' && { until: { analyte: form.analyte, at_most: numberOf(form.atMost) } }),
    };
  }
  const saving = useSave<{ version: number }>({
    send: (key) => staff.holdTherapy(detail.id, body(), key),
    done: words.held(name),
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  function confirm() {
    const found: Record<string, string> = {};
    if (!form.reason.trim()) found['reason'] = words.missingReason;
    if (until === 'date' && !form.date) found['date'] = words.missingDate;
    if (until === 'value' && Number.isNaN(numberOf(form.atMost))) found['atMost'] = words.missingValue;
    setProblems(found);
    if (Object.keys(found).length === 0) saving.save();
  }
  const set = (name: keyof typeof form) => (value: string) => {
    saving.edited();
    setForm({ ...form, [name]: value });
  };
  return (
    <ActionDialog
      title={words.holdTitle(name)}
      onClose={onClose}
      confirm={{ label: words.hold, onConfirm: confirm, busy: saving.busy, danger: true }}
      error={saving.problem(words.failedHold, words.again, 'this case')}
      wide
      readFirst
    >
      <Stack spacing={2}>
        <EmergencyNotes detail={detail} />
        <PatientFacts detail={detail} />
        <ClinicalStrip detail={detail} />
        <Typography>{words.holdLead}</Typography>
        <SmallField
          id="hold-reason"
          type="multiline"
          label={words.reason}
          value={form.reason}
          onChange={set('reason')}
          error={problems['reason'] ?? saving.fields['reason']}
        />
        <SmallField
          id="hold-until"
          type="select"
          label={words.until}
          value={until}
          onChange={(value) => setUntil(UNTIL.find((one) => one === value) ?? 'open')}
        >
          {UNTIL.map((one) => (
            <option key={one} value={one}>
              {UNTIL_WORDS[one]}
            </option>
          ))}
        </SmallField>
        {until === 'date' && (
          <SmallField
            id="hold-date"
            type="date"
            label={words.date}
            value={form.date}
            onChange={set('date')}
            error={problems['date'] ?? saving.fields['until_on']}
          />
        )}
        {until === 'value' && (
          <>
            <SmallField
              id="hold-analyte"
              type="select"
              label={words.analyte}
              value={form.analyte}
              onChange={set('analyte')}
            >
              {ANALYTES.map(({ key, name: test, unit }) => (
                <option key={key} value={key}>{`${test} (${unit})`}</option>
              ))}
            </SmallField>
            <SmallField
              id="hold-at-most"
              inputMode="decimal"
              label={words.atMost}
              value={form.atMost}
              onChange={set('atMost')}
              error={problems['atMost'] ?? saving.fields['until.at_most']}
            />
          </>
        )}
      </Stack>
    </ActionDialog>
  );
}
