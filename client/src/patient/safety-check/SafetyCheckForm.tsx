import { useQueryClient } from '@tanstack/react-query';
import type { EmergencyAdvice, SafetyCheckAnswers, SavedSafetyCheck } from '#common/api/index.js';
import { api, isApiError } from '../../shared/api/index.js';
import { useAct } from '../../shared/forms/useAct.js';
import { useKeptState } from '../../shared/session/index.js';
import { isHighPressure } from '../kit/home-pressure.js';
import { SmallForm } from '../kit/SmallForm.js';
import { useOnce } from '../kit/useOnce.js';
import {
  controlOf,
  firstDraft,
  isTouched,
  SAFETY_CHECK_KEY,
  safetyCheckProblems,
  toRequest,
  type SafetyCheckDraft,
} from './draft.js';
import { controlsOf, safetyIdOf } from './parts.js';
import { SafetyCheckFields } from './SafetyCheckFields.js';
import { SAFETY_CHECK_TEXT as text } from './text/en.js';

interface SafetyCheckFormProps {
  before: SafetyCheckAnswers;
  onSent: (emergency: EmergencyAdvice | null, highPressure: boolean) => void;
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
      onSent(emergency, isHighPressure(draft.pressure));
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
  const control = controlsOf(form.problems.fields);
  const part = { draft, onChange: setDraft, control };
  return (
    <SmallForm
      form={form}
      label={text.title}
      submit={text.submit}
      idOf={safetyIdOf}
      cancel={{ label: text.cancel, onCancel: () => (release(), onCancel()) }}
    >
      <SafetyCheckFields {...part} before={before} />
    </SmallForm>
  );
}
