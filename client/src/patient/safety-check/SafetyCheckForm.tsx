import { useQueryClient } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import type { EmergencyAdvice, SafetyCheckAnswers, SavedSafetyCheck } from '../../../../common/api/index.js';
import { SAFETY_TEXT_MAX_LENGTH } from '../../../../common/api/safety-checks.js';
import { EMERGENCY_OF } from '../../../../common/assistant/side-effect-emergencies.js';
import { SIDE_EFFECTS, type SafetyQuestion } from '../../../../common/clinical/safety-check.js';
import { fieldByName } from '../../../../common/intake/index.js';
import { api, isApiError } from '../../shared/api/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { useEmergencyIn } from '../../shared/emergency/useEmergency.js';
import {
  DateQuestion,
  FORM_TEXT,
  RadioQuestion,
  SelectQuestion,
  TextQuestion,
  optionLabel,
} from '../../shared/forms/index.js';
import { useAct } from '../../shared/forms/useAct.js';
import { useKeptState } from '../../shared/session/index.js';
import { SmallForm } from '../kit/SmallForm.js';
import { useOnce } from '../kit/useOnce.js';
import { Changes } from './Changes.js';
import {
  asksDetails,
  controlOf,
  firstDraft,
  isTouched,
  SAFETY_CHECK_KEY,
  safetyCheckProblems,
  toRequest,
  type SafetyCheckDraft,
} from './draft.js';
import type { ControlProps, PartProps } from './parts.js';
import { SideEffects } from './SideEffects.js';
import { SAFETY_CHECK_TEXT as text } from './text/en.js';

const idOf = (control: string) => `safety-${control}`;

/** The choices of a question, as the intake offers them. */
function optionsOf(name: SafetyQuestion) {
  const field = fieldByName(name);
  return field.type === 'choice' ? field.options.map((value) => ({ value, label: optionLabel(value) })) : [];
}

interface SafetyCheckFormProps {
  before: SafetyCheckAnswers;
  onSent: (emergency: EmergencyAdvice | null) => void;
  onCancel: () => void;
}

export function SafetyCheckForm({ before, onSent, onCancel }: SafetyCheckFormProps) {
  const [draft, setDraft, release] = useKeptState<SafetyCheckDraft>(
    SAFETY_CHECK_KEY,
    () => firstDraft(before),
    (value) => isTouched(value, before),
  );
  const queries = useQueryClient();
  const once = useOnce();
  const form = useAct({
    check: () => safetyCheckProblems(draft),
    act: async () => {
      const body = toRequest(draft);
      const { emergency } = await once(body, (idempotencyKey) =>
        api.post<SavedSafetyCheck>('/api/safety-checks', body, { idempotencyKey }),
      );
      release();
      onSent(emergency);
      await queries.invalidateQueries({ queryKey: ['patient'] });
    },
    explain: (error) =>
      isApiError(error) && Object.keys(error.fields).length > 0
        ? {
            fields: Object.fromEntries(
              Object.entries(error.fields).map(([path, message]) => [controlOf(path, draft), message]),
            ),
          }
        : null,
    failed: text.failed,
  });
  const control: ControlProps = (name) => {
    const error = form.problems.fields[name];
    return { id: idOf(name), ...(error && { error }) };
  };
  const part = { draft, onChange: setDraft, control };
  return (
    <SmallForm
      form={form}
      label={text.title}
      submit={text.submit}
      idOf={idOf}
      cancel={{ label: text.cancel, onCancel: () => (release(), onCancel()) }}
    >
      <Place {...part} />
      <Changes {...part} />
      <SideEffects {...part} />
      <Danger draft={draft} />
      <EarlierAnswers {...part} />
    </SmallForm>
  );
}

/** Shown while the form is filled in: what is dangerous does not wait for it to be sent. */
function Danger({ draft }: { draft: SafetyCheckDraft }) {
  const checked = SIDE_EFFECTS.find((effect) => draft.effects[effect] && EMERGENCY_OF[effect]);
  const words = [...Object.values(draft.what), draft.answers.vte_details].filter(Boolean).join('\n');
  const written = useEmergencyIn(words);
  const kind = (checked && EMERGENCY_OF[checked]) ?? written;
  return kind && <EmergencyCard kind={kind} />;
}

const answering =
  (onChange: PartProps['onChange'], question: SafetyQuestion) => (value: string | undefined) =>
    onChange((before) => {
      const { [question]: _old, ...rest } = before.answers;
      return { ...before, answers: value ? { ...rest, [question]: value } : rest };
    });

function Place({ draft, onChange, control }: PartProps) {
  return (
    <SelectQuestion
      {...control('location_state')}
      label={text.whereNow}
      hint={text.whereHint}
      required
      value={draft.answers.location_state ?? ''}
      onChange={answering(onChange, 'location_state')}
      options={[{ value: '', label: FORM_TEXT.choose }, ...optionsOf('location_state')]}
    />
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
