import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  bodyMassIndex,
  derivedStopBang,
  isBlank,
  type FieldName,
  type IntakeData,
  type IntakeValue,
} from '#common/intake/index.js';
import type { AutosaveState } from '../../shared/autosave/index.js';
import { useToday } from '../kit/useToday.js';
import type { IntakeEngine } from './open-intake.js';
import { visibleProblems } from './section-state.js';
import type { IntakeRecord } from './transport.js';

const CONTACT = 1;
const SCREENING = 7;

interface ServerProblem {
  message: string;
  /** The answer it was about; a changed answer is checked again. */
  about: IntakeValue | undefined;
}

export interface IntakeFormState {
  state: AutosaveState<IntakeRecord>;
  data: IntakeData;
  /** Messages to show, as late as possible: after leaving a question, or all of them after leaving its section. */
  errors: Readonly<Record<string, string>>;
  /** Every known problem, for the list of sections. */
  problems: Readonly<Record<string, string>>;
  change: (name: FieldName, value: IntakeValue | undefined) => void;
  leaveField: (name: FieldName) => void;
  leaveSections: (numbers: readonly number[]) => void;
  addServerProblems: (fields: Record<string, string>) => void;
}

/** The form on top of its engine: what is wrong, what follows from other answers, and when to say so. */
export function useIntakeForm(
  engine: IntakeEngine,
  state: AutosaveState<IntakeRecord>,
  section: number,
  accountEmail: string | null,
): IntakeFormState {
  const today = useToday();
  const suggestion = useSuggestedEmail(state, section, accountEmail);
  const email = suggestion.email;
  const data = useMemo<IntakeData>(
    () => (email ? { ...state.values, email } : (state.values as IntakeData)),
    [state.values, email],
  );
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set());
  const [leftSections, setLeftSections] = useState<ReadonlySet<number>>(new Set());
  const [fromServer, setFromServer] = useState<Readonly<Record<string, ServerProblem>>>({});

  const { answered } = suggestion;
  const change = useCallback(
    (name: FieldName, value: IntakeValue | undefined) => {
      if (name === 'email') answered();
      // A value prefilled in front of the patient while they answered next to it counts as their answer.
      else if (email) engine.set('email', email);
      engine.set(name, value);
    },
    [engine, email, answered],
  );

  const leaveField = useCallback(
    (name: FieldName) => {
      const values = engine.getState().values as IntakeData;
      if (name === 'height' || name === 'weight') engine.set('bmi', bodyMassIndex(values) ?? undefined);
      if (!isBlank(values[name])) setLeftFields((before) => new Set(before).add(name));
    },
    [engine],
  );

  const leaveSections = useCallback((numbers: readonly number[]) => {
    setLeftSections((before) => new Set([...before, ...numbers]));
  }, []);

  const addServerProblems = useCallback(
    (fields: Record<string, string>) => {
      const { values } = engine.getState();
      setFromServer(
        Object.fromEntries(
          Object.entries(fields).map(([name, message]) => [name, { message, about: values[name] }]),
        ),
      );
    },
    [engine],
  );

  usePrefilledScreening(engine, section, state.form !== null, today);

  const problems = useMemo(() => {
    const known = visibleProblems(data, leftSections, today);
    for (const [name, problem] of Object.entries(fromServer)) {
      if (problem.about === data[name as FieldName]) known[name] ??= problem.message;
    }
    return { ...known, ...state.refused };
  }, [data, leftSections, today, fromServer, state.refused]);

  const errors = useMemo(() => {
    if (leftSections.has(section)) return problems;
    const shown = (name: string) => leftFields.has(name) || name in state.refused || name in fromServer;
    return Object.fromEntries(Object.entries(problems).filter(([name]) => shown(name)));
  }, [problems, leftSections, section, leftFields, state.refused, fromServer]);

  return { state, data, errors, problems, change, leaveField, leaveSections, addServerProblems };
}

/**
 * Prefills an empty email field with the account's address, where it can be seen and changed; it is stored with the first
 * answer given next to it. Once the patient clears the field it stays empty.
 */
function useSuggestedEmail(state: AutosaveState<IntakeRecord>, section: number, accountEmail: string | null) {
  const [touched, setTouched] = useState(false);
  const open =
    state.form !== null && state.form.status !== 'submitted' && state.values['email'] === undefined;
  const answered = useCallback(() => setTouched(true), []);
  return { email: open && !touched && section === CONTACT ? accountEmail : null, answered };
}

/** Fills in derived STOP-BANG items only while the patient can see them. */
function usePrefilledScreening(engine: IntakeEngine, section: number, loaded: boolean, today: string): void {
  useEffect(() => {
    if (!loaded || section !== SCREENING) return;
    const { values } = engine.getState();
    for (const [name, value] of Object.entries(derivedStopBang(values as IntakeData, today))) {
      if (values[name] === undefined) engine.set(name, value);
    }
  }, [engine, section, loaded, today]);
}
