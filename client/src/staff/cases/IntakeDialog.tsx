import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  effectiveAnswers,
  isBlank,
  isShown,
  SECTIONS,
  fieldsOfSection,
  type IntakeData,
  type IntakeSection,
} from '#common/intake/index.js';
import { isNotFound } from '../../shared/api/index.js';
import { answerText } from '../../shared/forms/answer-text.js';
import { Empty, formatDate, Loading, LoadError } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { FactList } from '../kit/FactList.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { useStaff } from '../data/useStaff.js';
import { INTAKE_TEXT as words } from './text/en.js';

interface IntakeDialogProps {
  detail: CaseDetail;
  name: string;
  onClose: () => void;
}

/** The intake as signed, section by section, including unanswered questions. */
export function IntakeDialog({ detail, name, onClose }: IntakeDialogProps) {
  const staff = useStaff();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['case-form', detail.id, 'intake'],
    queryFn: ({ signal }) => staff.getCaseForm(detail.id, 'intake', signal),
    // Each opening is a separate read that the server audits.
    staleTime: 0,
    gcTime: 0,
  });
  const answers = data && effectiveAnswers(data.data as IntakeData);
  return (
    <ActionDialog title={words.title(name)} onClose={onClose} cancelLabel={words.close} wide>
      <Stack spacing={2.5}>
        <PatientFacts detail={detail} />
        {!data && !error && <Loading rows={8} label={words.loading} />}
        {error && isNotFound(error) && <Empty title={words.none}>{words.noneHint}</Empty>}
        {error && !isNotFound(error) && (
          <LoadError
            error={error}
            message={words.failed}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {data && (
          <Typography sx={{ color: 'text.secondary' }}>
            {data.signed_by
              ? words.signed(data.signed_by, formatDate(data.finalized_at))
              : words.submitted(formatDate(data.finalized_at))}
          </Typography>
        )}
        {answers &&
          SECTIONS.map((section) => <Section key={section.number} section={section} answers={answers} />)}
      </Stack>
    </ActionDialog>
  );
}

function Section({ section, answers }: { section: IntakeSection; answers: IntakeData }) {
  const given = fieldsOfSection(section.number).flatMap((field) => {
    const value = answers[field.name];
    return value === undefined || isBlank(value) ? [] : [[field.label, answerText(field, value)] as const];
  });
  const unanswered = fieldsOfSection(section.number)
    .filter((field) => isShown(field, answers) && isBlank(answers[field.name]))
    .map((field) => field.label);
  if (given.length + unanswered.length === 0) return null;
  return (
    <Box component="section">
      <Typography component="h3" variant="h4" sx={{ marginBottom: 1 }}>
        {section.title}
      </Typography>
      {given.length > 0 && <FactList facts={given} />}
      {unanswered.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', marginTop: 1, maxWidth: '75ch' }}>
          {words.unanswered(unanswered.join(' · '))}
        </Typography>
      )}
    </Box>
  );
}
