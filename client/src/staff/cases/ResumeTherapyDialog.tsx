import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { TherapyHoldRecord } from '#common/api/index.js';
import { ANALYTES } from '#common/clinical/labs.js';
import { formatDate } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { ClinicalStrip, readingOf } from '../kit/ClinicalStrip.js';
import { NamedRule } from '../forms/NamedRule.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../forms/SmallField.js';
import { isStale } from '../lists/SourceBanner.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { openEmergencies } from '../records/openEmergencies.js';
import { ToReview } from '../records/ToReview.js';
import { UnreadHistory } from '../records/UnreadHistory.js';
import { HoldNotice } from './HoldNotice.js';
import { HOLD_TEXT as words } from './text/decisions.js';

interface DialogProps {
  detail: CaseDetail;
  name: string;
  onClose: () => void;
}

/** The rules' name for an emergency that no one has answered. */
const EMERGENCY = 'emergency_open';
/** And for a logged dose of too much. */
const DOSE_REPORT = 'dose_report_open';
/** And for a critical result of which no call is recorded. */
const CALL_MISSING = 'critical_lab_not_called';
const CALLS: readonly string[] = [CALL_MISSING, 'critical_lab'];
const OVERDOSES: readonly (string | null)[] = ['dose_far_over_plan', 'dose_too_soon', 'dose_without_plan'];

/** Whether the value that a hold waits for is missing, or not low enough yet. */
function stillAbove({ labs_history: labs }: CaseDetail, { since, until }: TherapyHoldRecord): boolean {
  if (!until) return false;
  const newest = labs.find((lab) => lab.collected_at && lab.results[until.analyte]);
  const value = newest?.results[until.analyte]?.value;
  return value === undefined || (newest?.collected_at ?? '') < since || value > until.at_most;
}

/** The value that a hold waits for, as it is now. */
function newestLine({ labs_history: labs }: CaseDetail, analyte: string): string {
  const test = ANALYTES.find(({ key }) => key === analyte)?.name ?? analyte;
  const newest = readingOf(labs, analyte);
  return newest
    ? words.newest(test, `${newest.comparator ?? ''}${newest.value} ${newest.unit}`, formatDate(newest.on))
    : words.noneYet(test);
}

/** Ends a hold, with the reason and the values beside it. */
export function ResumeTherapyDialog({ detail, name, onClose }: DialogProps) {
  const staff = useStaff();
  const [opened, setVersion] = useState(detail.case.version);
  // What was reviewed here changed the case.
  const [reviewed, setReviewed] = useState(false);
  const version = reviewed ? Math.max(opened, detail.case.version) : opened;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const [named, setNamed] = useState(false);
  const [answered, setAnswered] = useState(false);
  const [hold, other] = detail.holds;
  // The server has the last word on whether the hold's condition is met; without a value, a reason is enough to end it.
  const rule = hold?.until ? (hold.rule_key ?? 'therapy_on_hold') : null;
  const waits = hold !== undefined && stillAbove(detail, hold);
  const emergency = openEmergencies(detail).length > 0;
  const [reported, setReported] = useState(false);
  const overdose = detail.alerts.some(
    ({ rule_key: key, acknowledged }) => OVERDOSES.includes(key) && acknowledged === null,
  );
  const [uncalled, setUncalled] = useState(false);
  const callMissing =
    detail.rules.some(({ rule_key: key }) => CALLS.includes(key)) &&
    detail.labs_history.some((lab) => lab.critical.length > 0 && lab.call_back?.reached !== true);
  const overrides = [
    ...(answered ? [EMERGENCY] : []),
    ...(reported ? [DOSE_REPORT] : []),
    ...(uncalled ? [CALL_MISSING] : []),
    ...(rule && named ? [rule] : []),
  ];
  const saving = useSave<{ version: number }>({
    send: (key) =>
      staff.resumeTherapy(
        detail.id,
        { reason: reason.trim(), version, ...(overrides.length > 0 && { overrides }) },
        key,
      ),
    done: words.resumed(name),
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  function confirm() {
    setMissing(reason.trim() ? null : words.missingReason);
    if (reason.trim()) saving.save();
  }
  return (
    <ActionDialog
      title={words.resumeTitle(name)}
      onClose={onClose}
      confirm={{ label: words.resume, onConfirm: confirm, busy: saving.busy }}
      error={saving.problem(words.failedResume, words.again, 'this case')}
      wide
      readFirst
    >
      <Stack spacing={2}>
        <PatientFacts detail={detail} />
        <ToReview detail={detail} />
        <ClinicalStrip detail={detail} />
        <HoldNotice detail={detail} />
        {hold?.until && (
          <Typography className="tabular" sx={{ fontWeight: 600 }}>
            {newestLine(detail, hold.until.analyte)}
          </Typography>
        )}
        <Typography>{words.resumeLead}</Typography>
        {other && <Typography>{words.other}</Typography>}
        <UnreadHistory
          detail={detail}
          readOnly={isStale(detail.case_source)}
          onReviewed={() => setReviewed(true)}
        />
        {emergency && (
          <NamedRule
            rule={EMERGENCY}
            checked={answered}
            onChange={setAnswered}
            problem={answered ? undefined : saving.fields['overrides']}
          />
        )}
        {overdose && (
          <NamedRule
            rule={DOSE_REPORT}
            checked={reported}
            onChange={setReported}
            problem={reported ? undefined : saving.fields['overrides']}
          />
        )}
        {callMissing && (
          <NamedRule
            rule={CALL_MISSING}
            checked={uncalled}
            onChange={setUncalled}
            problem={uncalled ? undefined : saving.fields['overrides']}
          />
        )}
        {rule && (waits || named || saving.fields['overrides']) && (
          <NamedRule
            rule={rule}
            checked={named}
            onChange={setNamed}
            problem={named ? undefined : saving.fields['overrides']}
          />
        )}
        <SmallField
          id="resume-reason"
          type="multiline"
          label={words.reason}
          value={reason}
          onChange={(value) => {
            saving.edited();
            setReason(value);
          }}
          error={missing ?? saving.fields['reason']}
        />
      </Stack>
    </ActionDialog>
  );
}
