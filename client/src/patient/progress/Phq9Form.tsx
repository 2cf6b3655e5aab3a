import { useQueryClient } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { EmergencyAdvice, SavedCheckIn } from '#common/api/index.js';
import { SCALE } from '#common/scores/questionnaires.js';
import { api } from '../../shared/api/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { useAct } from '../../shared/forms/useAct.js';
import { toast } from '../../shared/toasts/index.js';
import { Notice } from '../../shared/ui/index.js';
import { SmallForm } from '../kit/SmallForm.js';
import { useOnce } from '../kit/useOnce.js';
import { progressQuery } from '../data/queries.js';
import { ScaleQuestions, type ScaleAnswers } from './ScaleQuestions.js';
import { FOLLOW_UP_TEXT as text, SCALE_TEXT } from './text/questionnaires.js';

/** The first two were the PHQ-2. */
const FROM = 2;
const LAST = SCALE.phq9.count - FROM - 1;
const idOf = (control: string) => `check-in-${control.replace('.', '-')}`;

interface Phq9FormProps {
  checkIn: string;
  owner: string;
  onClose: () => void;
  onEmergency: (advice: EmergencyAdvice | null) => void;
}

/** The rest of the PHQ-9, on the day when the one named can call. */
export function Phq9Form({ checkIn, owner, onClose, onEmergency }: Phq9FormProps) {
  const [answers, setAnswers] = useState<ScaleAnswers>([]);
  const queries = useQueryClient();
  const once = useOnce();
  const form = useAct({
    check: () => ({}),
    act: async () => {
      const body = { items: Array.from({ length: LAST + 1 }, (_, n) => answers[n] ?? null) };
      const { emergency } = await once(body, (idempotencyKey) =>
        api.post<SavedCheckIn>(`/api/progress/check-in/${checkIn}/phq-9`, body, { idempotencyKey }),
      );
      onEmergency(emergency);
      if (!emergency) toast.success(text.saved);
      await queries.invalidateQueries({ queryKey: progressQuery.queryKey });
      onClose();
    },
    explain: () => null,
    failed: text.failed,
  });
  return (
    <SmallForm
      form={form}
      label={SCALE_TEXT.phq9.title}
      submit={text.submit}
      idOf={idOf}
      cancel={{ label: text.skip, onCancel: onClose }}
    >
      <Notice tone="info">
        {text.calls(owner)} {text.now}
      </Notice>
      <ScaleQuestions
        scale="phq9"
        from={FROM}
        answers={answers}
        onChange={setAnswers}
        control={(name) => {
          const error = form.problems.fields[name];
          return { id: idOf(name), ...(error ? { error } : {}) };
        }}
      />
      {(answers[LAST] ?? 0) > 0 && <EmergencyCard kind="self_harm" />}
      <Typography sx={{ color: 'text.secondary' }}>{text.now}</Typography>
    </SmallForm>
  );
}
