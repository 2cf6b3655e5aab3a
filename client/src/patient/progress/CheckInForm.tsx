import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Fragment, useState } from 'react';
import type { EmergencyAdvice, SavedCheckIn } from '#common/api/index.js';
import { SEVERE_SADNESS } from '#common/intake/index.js';
import { ADAM_ITEMS, IIEF5_ITEMS, type Questionnaire } from '#common/scores/index.js';
import { api, isApiError } from '../../shared/api/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { FORM_TEXT, NumberQuestion, RadioQuestion, type TypedNumber } from '../../shared/forms/index.js';
import { useAct } from '../../shared/forms/useAct.js';
import { useKeptState } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { TextLink } from '../../shared/ui/index.js';
import { isHighPressure } from '../kit/home-pressure.js';
import { HomePressure } from '../kit/HomePressure.js';
import { SmallForm } from '../kit/SmallForm.js';
import { useOnce } from '../kit/useOnce.js';
import { progressQuery } from '../data/queries.js';
import {
  CHECK_IN_KEY,
  checkInProblems,
  controlOf,
  EMPTY_CHECK_IN,
  LISTS,
  isTouched,
  question,
  toRequest,
  type CheckInDraft,
} from './check-in.js';
import { ScaleQuestions } from './ScaleQuestions.js';
import { PROGRESS_TEXT } from './text/en.js';

const text = PROGRESS_TEXT.form;
/** As in the intake: from this answer on, 988 is shown next to it. */
const isSevere = ({ present, severity }: CheckInDraft): boolean =>
  present.sadness_mood === true && Number(severity.sadness_mood ?? 0) >= SEVERE_SADNESS;
const idOf = (control: string) => `check-in-${control.replace('.', '-')}`;
/** PHQ-2 from which on the care team calls. */
const LOW_MOOD = 3;
const YES_NO = [
  { value: true, label: FORM_TEXT.yes },
  { value: false, label: FORM_TEXT.no },
];
const SCALE = [0, 1, 2, 3, 4, 5].map((value) => ({ value, label: String(value) }));

export interface FollowUp {
  checkIn: string;
  /** null = no one could be named for today. */
  owner: string | null;
}
interface CheckInFormProps {
  asks: readonly Questionnaire[];
  /** The PHQ-2 is positive: someone calls. */
  onFollowUp: (next: FollowUp) => void;
  onClose: () => void;
  onEmergency: (advice: EmergencyAdvice | null) => void;
  onPressure: (high: boolean) => void;
}

/** The check-in that is filled in, and its sending. */
function useCheckIn({ onFollowUp, onClose, onEmergency, onPressure }: Omit<CheckInFormProps, 'asks'>) {
  const [draft, setDraft, release] = useKeptState<CheckInDraft>(
    CHECK_IN_KEY,
    () => EMPTY_CHECK_IN,
    isTouched,
  );
  const close = () => {
    release();
    onClose();
  };
  const queries = useQueryClient();
  const once = useOnce();
  const form = useAct({
    check: () => checkInProblems(draft),
    act: async () => {
      const body = toRequest(draft);
      const {
        id,
        emergency,
        phq2_total: mood,
        follow_up: next,
      } = await once(body, (idempotencyKey) =>
        api.post<SavedCheckIn>('/api/progress/check-in', body, { idempotencyKey }),
      );
      onEmergency(emergency);
      if (next || (mood ?? 0) >= LOW_MOOD) onFollowUp({ checkIn: id, owner: next?.owner ?? null });
      if (!emergency) toast.success(text.saved);
      onPressure(!emergency && isHighPressure(draft));
      await queries.invalidateQueries({ queryKey: progressQuery.queryKey });
      close();
    },
    explain: (error) =>
      isApiError(error) && Object.keys(error.fields).length > 0
        ? {
            fields: Object.fromEntries(
              Object.entries(error.fields).map(([path, message]) => [controlOf(path), message]),
            ),
          }
        : null,
    failed: text.failed,
  });
  return { draft, setDraft, form, close };
}

/** Each question's id and what is wrong with its answer. */
function useControls(draft: CheckInDraft, refused: Readonly<Record<string, string>>) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const wrong = checkInProblems(draft);
  const shared = (control: string) => {
    const error = refused[control] ?? (left.has(control) ? wrong[control] : undefined);
    return { id: idOf(control), ...(error ? { error } : {}) };
  };
  /** A number is checked once it was typed and left, as in the intake. */
  const number = (control: string, value: TypedNumber) => ({
    ...shared(control),
    value,
    onLeave: () => value !== undefined && setLeft((before) => new Set(before).add(control)),
  });
  return { shared, number };
}

export function CheckInForm({ asks, ...after }: CheckInFormProps) {
  const { draft, setDraft, form, close } = useCheckIn(after);
  const controls = useControls(draft, form.problems.fields);
  const { shared, number } = controls;
  return (
    <SmallForm
      form={form}
      label={text.title}
      submit={text.submit}
      idOf={idOf}
      cancel={{ label: text.cancel, onCancel: close }}
    >
      <Typography>{text.lead}</Typography>
      <Typography>
        {text.more} <TextLink to="/trt/patient/safety-check">{text.toSafetyCheck}</TextLink>. {text.doses}{' '}
        <TextLink to="/trt/patient/doses">{text.toDoses}</TextLink>.
      </Typography>
      <Symptoms draft={draft} onChange={setDraft} controls={controls} />
      <SexualFunction draft={draft} onChange={setDraft} controls={controls} />
      {LISTS.filter((scale) => asks.includes(scale)).map((scale) => (
        <ScaleQuestions
          key={scale}
          scale={scale}
          answers={draft.scales[scale] ?? []}
          onChange={(answers) =>
            setDraft((before) => ({ ...before, scales: { ...before.scales, [scale]: answers } }))
          }
          control={shared}
        />
      ))}
      <NumberQuestion
        {...number('weight', draft.weight)}
        label={text.weight}
        unit="lb"
        onChange={(weight) => setDraft((before) => ({ ...before, weight }))}
      />
      <HomePressure
        draft={draft}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        control={(name) => (name === 'measuredOn' ? shared(name) : number(name, draft[name]))}
        heading="h3"
      />
    </SmallForm>
  );
}

interface PartProps {
  draft: CheckInDraft;
  onChange: (set: (before: CheckInDraft) => CheckInDraft) => void;
  controls: ReturnType<typeof useControls>;
}

function Symptoms({ draft, onChange, controls: { shared, number } }: PartProps) {
  return (
    <>
      <Typography variant="h3">{text.symptoms}</Typography>
      {ADAM_ITEMS.map((item) => (
        <Fragment key={item}>
          <RadioQuestion
            {...shared(item)}
            label={question(item).label}
            value={draft.present[item]}
            onChange={(answer) =>
              onChange((before) => ({ ...before, present: { ...before.present, [item]: answer } }))
            }
            options={YES_NO}
          />
          {draft.present[item] && (
            <NumberQuestion
              {...number(`${item}_severity`, draft.severity[item])}
              label={text.severity(question(item).label)}
              hint={text.severityHint}
              unit={text.severityUnit}
              integer
              onChange={(severity) =>
                onChange((before) => ({ ...before, severity: { ...before.severity, [item]: severity } }))
              }
            />
          )}
          {item === 'sadness_mood' && isSevere(draft) && <EmergencyCard kind="self_harm" />}
        </Fragment>
      ))}
      <RestNo draft={draft} onChange={onChange} />
    </>
  );
}

function SexualFunction({ draft, onChange, controls: { shared } }: PartProps) {
  return (
    <>
      <Typography variant="h3">{text.sexual}</Typography>
      {IIEF5_ITEMS.map((item) => {
        const { label, hint } = question(item);
        return (
          <RadioQuestion
            key={item}
            {...shared(item)}
            label={label}
            {...(hint ? { hint } : {})}
            value={draft.iief[item]}
            onChange={(answer) =>
              onChange((before) => ({ ...before, iief: { ...before.iief, [item]: answer } }))
            }
            options={SCALE}
            layout="scale"
          />
        );
      })}
      {Object.keys(draft.iief).length > 0 && (
        <Box>
          <Button sx={{ marginLeft: -1.5 }} onClick={() => onChange((before) => ({ ...before, iief: {} }))}>
            {text.clear}
          </Button>
        </Box>
      )}
    </>
  );
}

function RestNo({ draft, onChange }: Omit<PartProps, 'controls'>) {
  const open = ADAM_ITEMS.filter((item) => draft.present[item] === undefined);
  if (open.length === 0) return null;
  const no = Object.fromEntries(open.map((item) => [item, false]));
  return (
    <Box>
      <Button
        variant="outlined"
        onClick={() => onChange((before) => ({ ...before, present: { ...before.present, ...no } }))}
      >
        {text.restNo}
      </Button>
    </Box>
  );
}
