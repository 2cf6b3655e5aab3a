import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { SAFETY_TEXT_MAX_LENGTH, type SafetyCheckAnswers } from '#common/api/safety-checks.js';
import type { SafetyQuestion } from '#common/clinical/safety-check.js';
import { fieldByName } from '#common/intake/index.js';
import { useEmergencyIn } from '../../shared/emergency/useEmergency.js';
import {
  DateQuestion,
  FORM_TEXT,
  RadioQuestion,
  SelectQuestion,
  TextQuestion,
  optionLabel,
} from '../../shared/forms/index.js';
import { HomePressure } from '../kit/HomePressure.js';
import { Changes } from './Changes.js';
import { asksDetails } from './draft.js';
import { EmergencyHere } from './EmergencyHere.js';
import type { PartProps } from './parts.js';
import { SideEffects } from './SideEffects.js';
import { SAFETY_CHECK_TEXT as text } from './text/en.js';

/** A question's choices, as in the intake. */
function optionsOf(name: SafetyQuestion) {
  const field = fieldByName(name);
  return field.type === 'choice' ? field.options.map((value) => ({ value, label: optionLabel(value) })) : [];
}

/** All questions of a safety check, for its own form and for forms that include one. */
export function SafetyCheckFields({ before, ...part }: PartProps & { before: SafetyCheckAnswers }) {
  return (
    <>
      <Place {...part} last={before.location_state} />
      <Changes {...part} />
      <Danger words={Object.values(part.draft.what).filter(Boolean).join('\n')} />
      <SideEffects {...part} />
      <HomePressure
        draft={part.draft.pressure}
        onChange={(typed) =>
          part.onChange((before) => ({ ...before, pressure: { ...before.pressure, ...typed } }))
        }
        control={part.control}
        heading="h2"
      />
      <EarlierAnswers {...part} />
    </>
  );
}

/** Shown while it is being typed: a danger warning does not wait for the form to be sent. */
function Danger({ words }: { words: string }) {
  const kind = useEmergencyIn(words);
  return kind && <EmergencyHere kind={kind} />;
}

const answering =
  (onChange: PartProps['onChange'], question: SafetyQuestion) => (value: string | undefined) =>
    onChange((before) => {
      const { [question]: _old, ...rest } = before.answers;
      return { ...before, answers: value ? { ...rest, [question]: value } : rest };
    });

/** @param last the previous answer: offered, never filled in */
function Place({ draft, onChange, control, last }: PartProps & { last: string | null }) {
  const answer = answering(onChange, 'location_state');
  const { location_state: chosen } = draft.answers;
  return (
    <>
      <SelectQuestion
        {...control('location_state')}
        label={text.whereNow}
        hint={text.whereHint}
        required
        value={chosen ?? ''}
        onChange={answer}
        options={[{ value: '', label: FORM_TEXT.choose }, ...optionsOf('location_state')]}
      />
      {last && !chosen && (
        <Button variant="outlined" onClick={() => answer(last)} sx={{ justifySelf: 'start' }}>
          {text.stillIn(optionLabel(last))}
        </Button>
      )}
    </>
  );
}

function EarlierAnswers({ draft, onChange, control }: PartProps) {
  const { answers } = draft;
  return (
    <>
      <Typography variant="h3" component="h2">
        {text.again}
      </Typography>
      <RadioQuestion
        {...control('vte_history')}
        label={text.questions.vte_history}
        value={answers.vte_history}
        onChange={answering(onChange, 'vte_history')}
        options={optionsOf('vte_history')}
      />
      {asksDetails(draft) && (
        <TextQuestion
          {...control('vte_details')}
          label={text.questions.vte_details}
          long
          value={answers.vte_details ?? ''}
          onChange={answering(onChange, 'vte_details')}
          limit={SAFETY_TEXT_MAX_LENGTH}
        />
      )}
      {asksDetails(draft) && <Danger words={answers.vte_details ?? ''} />}
      <RadioQuestion
        {...control('sex_assigned_at_birth')}
        label={text.questions.sex_assigned_at_birth}
        value={answers.sex_assigned_at_birth}
        onChange={answering(onChange, 'sex_assigned_at_birth')}
        options={optionsOf('sex_assigned_at_birth')}
      />
      <DateQuestion
        {...control('last_testosterone_on')}
        label={text.questions.last_testosterone_on}
        hint={text.lastDoseHint}
        value={answers.last_testosterone_on}
        onChange={answering(onChange, 'last_testosterone_on')}
      />
    </>
  );
}
