import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { Lab } from '#common/api/index.js';
import { formatDate, formatNumber, formatResult, StatusChip, TextLink } from '../../shared/ui/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { CheckField } from '../forms/CheckField.js';
import { PersonFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { useRecord } from '../records/useRecord.js';
import { CorrectLabDialog } from './CorrectLabDialog.js';
import { CriticalFacts } from './CriticalDialog.js';
import { LabNotes } from './LabNotes.js';
import { analyteName, criticalInWords, rangeInWords, rulesReading, valuesBefore } from './labWords.js';
import { RuleAdvice } from './RuleAdvice.js';
import { TherapyOfCase } from './TherapyButtons.js';
import { REVIEW_TEXT as words } from './text/en.js';
import { Versions } from './Versions.js';

/** Enough panels to find the previous value of every analyte. */
const PANELS_READ = 50;

/** One panel next to the previous values, with the rules that read it: review it or correct it. */
export function ReviewLabDialog({ lab, onClose }: { lab: Lab; onClose: () => void }) {
  const [correcting, setCorrecting] = useState(false);
  if (correcting) return <CorrectLabDialog lab={lab} onClose={onClose} />;
  return <Review lab={lab} onClose={onClose} onCorrect={() => setCorrecting(true)} />;
}

function Review({ lab, onClose, onCorrect }: { lab: Lab; onClose: () => void; onCorrect: () => void }) {
  const staff = useStaff();
  const [version, setVersion] = useState(lab.version);
  const [note, setNote] = useState('');
  const [seen, setSeen] = useState(false);
  const critical = lab.critical.length > 0;
  const { busy, save, problem } = useSave<Lab>({
    send: () => staff.reviewLab(lab.lab_id, { version, ...(note.trim() && { note: note.trim() }) }),
    done: words.done,
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  return (
    <ActionDialog
      title={words.title(formatDate(lab.collected_at))}
      onClose={onClose}
      wide
      confirm={{ label: words.confirm, onConfirm: save, busy, disabled: critical && !seen }}
      error={problem(words.failed, words.again, 'this panel')}
      readFirst
    >
      <Stack spacing={2}>
        {critical ? <CriticalFacts lab={lab} /> : <Context lab={lab} />}
        <Comparison lab={lab} />
        <LabNotes lab={lab} />
        <Versions lab={lab} />
        <Box>
          <Button size="small" variant="outlined" onClick={onCorrect}>
            {words.correct}
          </Button>
        </Box>
        {critical && (
          <CheckField
            label={words.seen(lab.critical.map(criticalInWords).join('; '))}
            checked={seen}
            onChange={setSeen}
          />
        )}
        <SmallField id="review-note" type="multiline" label={words.note} value={note} onChange={setNote} />
      </Stack>
    </ActionDialog>
  );
}

/** The patient, and the fired rules that read this panel. */
function Context({ lab }: { lab: Lab }) {
  const { data } = useRecord('patients', lab.patient_id);
  const rules = data ? rulesReading(data.rules, Object.keys(lab.results)) : [];
  return (
    <>
      <PersonFacts
        name={lab.patient_name}
        mrn={lab.mrn}
        intake={data?.intake_summary ? data.summary : null}
      />
      {data && (
        <Box>
          <Typography component="h3" sx={{ fontWeight: 650, marginBottom: 1 }}>
            {words.rules}
          </Typography>
          {rules.length > 0 ? <RuleAdvice rules={rules} /> : words.noRules}
        </Box>
      )}
      {data?.case_id && <TherapyOfCase caseId={data.case_id} rules={rules} />}
      {data?.case_id && <TextLink to={`/trt/cases/${data.case_id}`}>{words.openCase}</TextLink>}
    </>
  );
}

function Comparison({ lab }: { lab: Lab }) {
  const { data = [] } = useGetList<Lab>('labs', {
    pagination: { page: 1, perPage: PANELS_READ },
    sort: { field: 'collected_at', order: 'DESC' },
    filter: { patient_id: lab.patient_id, status: 'completed' },
  });
  const before = valuesBefore(lab, data);
  return (
    <WorkTable
      label={words.table}
      head={
        <>
          <Head>{words.test}</Head>
          <Head>{words.value}</Head>
          <Head>{words.before}</Head>
          <Head>{words.range}</Head>
        </>
      }
    >
      {Object.entries(lab.results).map(([key, result]) => {
        const last = before.get(key);
        return (
          <Row key={key}>
            <Cell name={words.test}>{analyteName(key)}</Cell>
            <Cell name={words.value}>
              <Box component="span" sx={{ fontWeight: 650 }}>
                {formatResult(result)} {result.unit}
              </Box>{' '}
              {result.flag !== 'normal' && <StatusChip tone="warning">{result.flag}</StatusChip>}
              {result.entered && (
                <Box sx={{ color: 'text.secondary' }}>
                  {words.entered(`${formatNumber(result.entered.value)} ${result.entered.unit}`)}
                </Box>
              )}
            </Cell>
            <Cell name={words.before}>
              {last ? `${formatResult(last.result)} (${formatDate(last.at)})` : words.first}
            </Cell>
            <Cell name={words.range}>{rangeInWords(result)}</Cell>
          </Row>
        );
      })}
    </WorkTable>
  );
}
