import { useQueryClient } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import type { PrescriptionSupply, SafetyCheckAnswers, SavedRefillRequest } from '#common/api/index.js';
import { api, isApiError } from '../../shared/api/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { useEmergencyIn } from '../../shared/emergency/useEmergency.js';
import { NumberQuestion, RadioQuestion, TextQuestion } from '../../shared/forms/index.js';
import { useAct } from '../../shared/forms/useAct.js';
import { useKeptState } from '../../shared/session/index.js';
import { isHighPressure } from '../kit/home-pressure.js';
import { SmallForm } from '../kit/SmallForm.js';
import { useOnce } from '../kit/useOnce.js';
import { orderInWords } from './order-in-words.js';
import { controlsOf, safetyIdOf } from '../safety-check/parts.js';
import { SafetyCheckFields } from '../safety-check/SafetyCheckFields.js';
import {
  firstRefillDraft,
  isOwnControl,
  isRefillTouched,
  REASON_MAX_LENGTH,
  refillControlOf,
  refillProblems,
  toRefillRequest,
  type RefillDraft,
} from './refill-draft.js';
import { REFILLS_TEXT as text } from './text/en.js';

const idOf = (control: string) => (isOwnControl(control) ? `refill-${control}` : safetyIdOf(control));

interface RefillFormProps {
  orders: readonly PrescriptionSupply[];
  chosen: string;
  before: SafetyCheckAnswers;
  onSent: (request: SavedRefillRequest, highPressure: boolean) => void;
  onCancel: () => void;
}

/** Requests a refill; the safety check is part of it. */
export function RefillForm({ orders, chosen, before, onSent, onCancel }: RefillFormProps) {
  const [draft, setDraft, release] = useKeptState<RefillDraft>(
    'refill-request',
    () => firstRefillDraft(chosen, before),
    (value) => isRefillTouched(value, before),
  );
  const queries = useQueryClient();
  const once = useOnce();
  const form = useAct({
    check: () => refillProblems(draft),
    act: async () => {
      const body = toRefillRequest(draft);
      const saved = await once(body, (idempotencyKey) =>
        api.post<SavedRefillRequest>('/api/refill-requests', body, { idempotencyKey }),
      );
      release();
      onSent(saved, isHighPressure(draft.check.pressure));
      await queries.invalidateQueries({ queryKey: ['patient'] });
    },
    explain: (error) =>
      isApiError(error) && Object.keys(error.fields).length > 0
        ? {
            fields: Object.fromEntries(
              Object.entries(error.fields).map(([path, message]) => [refillControlOf(path, draft), message]),
            ),
          }
        : null,
    failed: text.failed,
  });
  const danger = useEmergencyIn(draft.reason);
  const own = (control: string) => {
    const error = form.problems.fields[control];
    return { id: idOf(control), ...(error && { error }) };
  };
  const set = (change: Partial<RefillDraft>) => setDraft((now) => ({ ...now, ...change }));
  return (
    <SmallForm
      form={form}
      label={text.title}
      submit={text.submit}
      idOf={idOf}
      cancel={{ label: text.cancel, onCancel: () => (release(), onCancel()) }}
    >
      {orders.length > 1 ? (
        <RadioQuestion
          {...own('prescription_id')}
          label={text.which}
          value={draft.order || undefined}
          onChange={(order) => set({ order })}
          options={orders.map((order) => ({
            value: order.prescription_id,
            label: orderInWords(order, orders),
          }))}
        />
      ) : (
        <Typography sx={{ fontWeight: 600 }}>{text.drug(orders[0]?.drug ?? '')}</Typography>
      )}
      <NumberQuestion
        {...own('doses_left')}
        label={text.dosesLeft}
        hint={text.dosesLeftHint}
        integer
        value={draft.dosesLeft}
        onChange={(dosesLeft) => set({ dosesLeft })}
      />
      <TextQuestion
        {...own('reason')}
        label={text.reason}
        hint={text.reasonHint}
        long
        value={draft.reason}
        onChange={(reason) => set({ reason })}
        limit={REASON_MAX_LENGTH}
      />
      {danger && <EmergencyCard kind={danger} />}
      <Typography variant="h2">{text.safety}</Typography>
      <SafetyCheckFields
        before={before}
        draft={draft.check}
        onChange={(next) => setDraft((now) => ({ ...now, check: next(now.check) }))}
        control={controlsOf(form.problems.fields)}
      />
    </SmallForm>
  );
}
