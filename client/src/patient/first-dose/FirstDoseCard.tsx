import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { FirstDose } from '#common/api/index.js';
import { isCalendarDate } from '#common/clinical/dates.js';
import { api } from '../../shared/api/index.js';
import { DateQuestion } from '../../shared/forms/index.js';
import { missing, useAct } from '../../shared/forms/useAct.js';
import { useKeptState } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Panel } from '../../shared/ui/index.js';
import { SmallForm } from '../kit/SmallForm.js';
import { useOnce } from '../kit/useOnce.js';
import { useToday } from '../kit/useToday.js';
import { firstDoseQuery } from '../data/queries.js';
import { FIRST_DOSE_TEXT as text } from './text.js';

const idOf = (field: string) => `first-dose-${field}`;

/** Asked once the plan is approved, until the patient gives the date; not while treatment is on hold. */
export function FirstDoseCard() {
  const { data } = useQuery(firstDoseQuery);
  if (!data?.asked) return null;
  return (
    <Panel title={text.title}>
      <FirstDoseForm />
    </Panel>
  );
}

function FirstDoseForm() {
  const [day, setDay, release] = useKeptState<string | undefined>(
    'first-dose',
    () => undefined,
    (typed) => typed !== undefined,
  );
  const today = useToday();
  const queries = useQueryClient();
  const once = useOnce();
  const form = useAct({
    check: () => missing({ taken_on: !isCalendarDate(day) && text.missing }),
    act: async () => {
      const body = { taken_on: day };
      await once(body, (idempotencyKey) => api.post<FirstDose>('/api/first-dose', body, { idempotencyKey }));
      release();
      toast.success(text.saved);
      await queries.invalidateQueries({ queryKey: ['patient'] });
    },
    failed: text.failed,
  });
  const error = form.problems.fields['taken_on'];
  return (
    <SmallForm form={form} label={text.title} submit={text.save} idOf={idOf}>
      <Typography>{`${text.lead} ${text.notYet}`}</Typography>
      <DateQuestion
        id={idOf('taken_on')}
        label={text.day}
        value={day}
        onChange={setDay}
        {...(error && { error })}
        action={
          <Button variant="outlined" onClick={() => setDay(today)}>
            {text.today}
          </Button>
        }
      />
    </SmallForm>
  );
}
