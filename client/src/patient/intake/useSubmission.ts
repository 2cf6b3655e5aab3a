import { useState } from 'react';
import {
  MESSAGES,
  SECTIONS,
  SECTIONS_TO_SUBMIT,
  firstSectionWithError,
  sectionState,
  submitErrors,
  type IntakeData,
} from '#common/intake/index.js';
import { toast } from '../../shared/toasts/index.js';
import { useToday } from '../kit/useToday.js';
import type { IntakeEngine } from './open-intake.js';
import { INTAKE_TEXT } from './text/en.js';
import type { useIntakeForm } from './useIntakeForm.js';

const LAST = SECTIONS.length;
const SUBMIT_FAILED = 'intake-submit-failed';

/** The first section that keeps the form from being submitted. */
const firstGap = (data: IntakeData): number | null =>
  SECTIONS_TO_SUBMIT.find((number) => sectionState(number, data) === 'incomplete') ?? null;

interface SubmissionProps {
  engine: IntakeEngine;
  form: ReturnType<typeof useIntakeForm>;
  section: number;
  goTo: (section: number) => void;
  /** When the form was submitted before; null: never. */
  signedAt: string | null;
  onSubmitted: () => void;
}

/** Sends the form: gaps are shown where they are, and changed answers of a later day are signed again. */
export function useSubmission({ engine, form, section, goTo, signedAt, onSubmitted }: SubmissionProps) {
  const { data, leaveSections } = form;
  const today = useToday();
  const [refusal, setRefusal] = useState<{ message: string; at: number } | null>(null);
  const [signing, setSigning] = useState(false);

  const showGap = (message: string, fields: Record<string, string>) => {
    leaveSections(SECTIONS_TO_SUBMIT);
    setRefusal({ message, at: Date.now() });
    const gap = message === MESSAGES.consents ? LAST : (firstGap(data) ?? firstSectionWithError(fields));
    if (gap !== null && gap !== section) goTo(gap);
  };

  const send = async (signature?: string) => {
    const result = await engine.submit(signature);
    if (result.kind === 'saved') return onSubmitted();
    if (result.kind === 'signed-out') return undefined;
    const failed = { title: INTAKE_TEXT.submitFailedTitle, key: SUBMIT_FAILED };
    if (result.kind === 'conflict') return void toast.error(INTAKE_TEXT.settleFirst, failed);
    if (result.kind === 'not-loaded') return void toast.error(INTAKE_TEXT.notLoaded, failed);
    toast.error(result.message ?? INTAKE_TEXT.submitFailed, failed);
    if (result.kind === 'refused' && Object.keys(result.fields).length > 0) {
      form.addServerProblems(result.fields);
      showGap(result.message, result.fields);
    }
    return undefined;
  };

  const submit = () => {
    // A new attempt clears the previous one's messages.
    toast.closeKey(SUBMIT_FAILED);
    const problem = submitErrors(data, today);
    if (problem) showGap(problem.message, problem.fields);
    else if (signedAt !== null && data.signature_date !== today) setSigning(true);
    else void send();
  };

  const sign = (name: string, signedOn: string) => {
    setSigning(false);
    engine.set('signature_date', signedOn);
    void send(name);
  };

  return { refusal, signing, stopSigning: () => setSigning(false), submit, sign };
}
