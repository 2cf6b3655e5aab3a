import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { isRaised } from '#common/clinical/pressure-entry.js';
import { formatDate, Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { HOME_READING_TEXT as words } from './text/home-reading.js';
import { useCasePatch } from './useCasePatch.js';

interface HomeReadingProps {
  detail: CaseDetail;
  readOnly: boolean;
}

/** The patient's newest home reading, until a clinician records it or enters another. */
export function HomeReading({ detail, readOnly }: HomeReadingProps) {
  // Answers that an earlier version cached for an outage do not include it.
  const told = detail.home_pressure ?? null;
  return told && <Reading key={detail.case.version} detail={detail} told={told} readOnly={readOnly} />;
}

interface ReadingProps extends HomeReadingProps {
  told: NonNullable<CaseDetail['home_pressure']>;
}
function Reading({ detail, told, readOnly }: ReadingProps) {
  const { systolic, diastolic, on } = told;
  const { busy, save, problem } = useCasePatch(detail, {
    change: () => ({ extras: { bp_systolic: systolic, bp_diastolic: diastolic, bp_on: on } }),
    done: words.done,
    onClose: () => undefined,
  });
  return (
    <Notice
      tone={isRaised(told) ? 'warning' : 'info'}
      sx={{ alignItems: 'center' }}
      action={
        !readOnly && (
          <Button variant="outlined" onClick={save} loading={busy}>
            {words.takeOver}
          </Button>
        )
      }
    >
      <Box>{words.told(`${systolic}/${diastolic}`, formatDate(on))}</Box>
      {problem(words.failed, words.changed)}
    </Notice>
  );
}
