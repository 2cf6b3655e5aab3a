import { useRef, useState, type FormEvent } from 'react';
import { actionErrorMessage, isApiError } from '../api/index.js';

export interface Problems {
  form?: string;
  reasons?: string[];
  fields: Record<string, string>;
}
const NONE: Problems = { fields: {} };

interface ActOptions {
  /** What is missing, by field, checked before anything is sent. */
  check?: () => Record<string, string>;
  act: () => Promise<void>;
  /** The message when the server gave none. */
  failed: string;
  /** Failures for which this form has its own message. */
  explain?: (error: unknown) => Problems | null;
}

function problemsOf(error: unknown, failed: string): Problems {
  if (isApiError(error) && error.status === 422 && Object.keys(error.fields).length > 0)
    return { fields: error.fields };
  return { form: actionErrorMessage(error, failed), fields: {} };
}

function focusFirst(form: HTMLFormElement, fields: Record<string, string>): void {
  const first = [...form.elements].find(
    (element) => element instanceof HTMLInputElement && fields[element.name],
  );
  if (first instanceof HTMLInputElement) first.focus();
}

/** One small form: validates, submits, and puts each message where it belongs. */
export function useAct({ check, act, failed, explain }: ActOptions) {
  const [busy, setBusy] = useState(false);
  // State updates too late to stop the second click of a double click.
  const running = useRef(false);
  const [problems, setProblems] = useState<Problems>(NONE);

  async function run(form: HTMLFormElement) {
    const missing = check?.() ?? {};
    if (Object.keys(missing).length > 0) {
      setProblems({ fields: missing });
      focusFirst(form, missing);
      return;
    }
    running.current = true;
    setBusy(true);
    setProblems(NONE);
    try {
      await act();
    } catch (error) {
      const found = explain?.(error) ?? problemsOf(error, failed);
      setProblems(found);
      focusFirst(form, found.fields);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    problems,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!running.current) void run(event.currentTarget);
    },
  };
}

/** Keeps only the entries that have a message. */
export function missing(entries: Record<string, string | false>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, string] => entry[1] !== false),
  );
}
