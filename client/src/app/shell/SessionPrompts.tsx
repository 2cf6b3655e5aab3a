import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { onForbidden } from '../../shared/api/index.js';
import { onUnsavedWork, type Session, type Unsaved } from '../../shared/session/index.js';
import { isAnythingAtRisk } from '../../shared/session/returnTicket.js';
import { useExpiryWarning } from '../../shared/session/useExpiryWarning.js';
import { ACCOUNT } from './navigation.js';

// Separate chunks that no page waits for; but they must be loaded before the network goes away.
const load = [
  () => import('./ExpiryDialog.js'),
  () => import('./ReauthDialog.js'),
  () => import('./ReasonDialog.js'),
  () => import('./UnsavedDialog.js'),
] as const;
const [ExpiryDialog, ReauthDialog] = [lazy(load[0]), lazy(load[1])];
const [ReasonDialog, UnsavedDialog] = [lazy(load[2]), lazy(load[3])];
const LOAD_AFTER_MS = 1500;

interface LossQuestion {
  places: Unsaved[];
  settle: (go: boolean) => void;
}

/** One dialog asks the reason for all waiting calls on the same record; calls on another record ask next. */
function useRecordQuestions() {
  const [asked, setAsked] = useState<string | null>(null);
  const open = useRef<string | null>(null);
  const waiting = useRef<((given: boolean) => void)[]>([]);
  const answerAll = useCallback((given: boolean) => {
    open.current = null;
    setAsked(null);
    for (const settle of waiting.current.splice(0)) settle(given);
  }, []);
  const ask = useCallback(async (patientId: string): Promise<boolean> => {
    if (open.current !== null && open.current !== patientId) return false;
    open.current = patientId;
    setAsked(patientId);
    return new Promise<boolean>((settle) => waiting.current.push(settle));
  }, []);
  return { asked, ask, answerAll };
}

/** Prompts from the session: stay signed in, prove your identity, set up a second step, or confirm losing unsaved work. */
export function SessionPrompts({ session }: { session: Session }) {
  const navigate = useNavigate();
  const secondsLeft = useExpiryWarning();
  const [asking, setAsking] = useState(false);
  const waiting = useRef<((confirmed: boolean) => void)[]>([]);
  const records = useRecordQuestions();
  const { ask, answerAll } = records;

  const answer = useCallback((confirmed: boolean) => {
    setAsking(false);
    for (const settle of waiting.current.splice(0)) settle(confirmed);
  }, []);

  useEffect(() => {
    const stop = onForbidden(async (code, { detail }) => {
      if (code === 'mfa_enrollment_required') {
        // When several calls are refused, only the first needs to navigate there.
        if (window.location.pathname !== ACCOUNT.to)
          await navigate(`${ACCOUNT.to}?required=mfa`, { replace: true });
        return false;
      }
      if (code === 'reason_required') return ask((detail as { patient_id: string }).patient_id);
      if (code !== 'reauth_required') return false;
      setAsking(true);
      // Several calls refused at once share one prompt.
      return new Promise<boolean>((settle) => waiting.current.push(settle));
    });
    return () => {
      stop();
      answer(false);
      answerAll(false);
    };
  }, [navigate, answer, ask, answerAll]);

  useEffect(() => {
    const timer = setTimeout(() => {
      for (const chunk of load) chunk().catch(() => undefined);
    }, LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  const [question, setQuestion] = useState<LossQuestion | null>(null);
  useEffect(() => onUnsavedWork((places) => new Promise((settle) => setQuestion({ places, settle }))), []);
  useEffect(() => {
    // Work that a last request cannot carry needs the browser's own "leave page" prompt.
    const warn = (event: BeforeUnloadEvent) => isAnythingAtRisk() && event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  const decide = (go: boolean) => {
    question?.settle(go);
    setQuestion(null);
  };

  return (
    <Suspense>
      {question && <UnsavedDialog places={question.places} onDone={decide} />}
      {secondsLeft !== null && <ExpiryDialog secondsLeft={secondsLeft} />}
      {asking && <ReauthDialog session={session} onDone={answer} />}
      {records.asked && <ReasonDialog patientId={records.asked} onDone={answerAll} />}
    </Suspense>
  );
}
