import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  bodyMassIndex,
  derivedStopBang,
  isBlank,
  type FieldName,
  type IntakeData,
  type IntakeValue,
} from '../../../../common/intake/index.js';
import type { AutosaveState } from '../../shared/autosave/index.js';
import type { IntakeEngine } from './open-intake.js';
import { localToday, visibleProblems } from './section-state.js';
import type { IntakeRecord } from './transport.js';

const SCREENING = 7;
const LAST = 10;

interface ServerProblem {
  message: string;
  /** The answer it was about; a changed one is judged afresh. */
  about: IntakeValue | undefined;
}

export interface IntakeFormState {
  state: AutosaveState<IntakeRecord>;
  data: IntakeData;
  /** Messages to show, late and kind: after leaving a question, all of them after leaving its section. */
  errors: Readonly<Record<string, string>>;
  /** Every problem known, for the list of sections. */
  problems: Readonly<Record<string, string>>;
  change: (name: FieldName, value: IntakeValue | undefined) => void;
  leaveField: (name: FieldName) => void;
  leaveSections: (numbers: readonly number[]) => void;
  addServerProblems: (fields: Record<string, string>) => void;
}

/** The form on top of its engine: what is wrong, what follows from other answers, when to say so. */
export function useIntakeForm(
  engine: IntakeEngine,
  state: AutosaveState<IntakeRecord>,
  section: number,
): IntakeFormState {
  const data = state.values as IntakeData;
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set());
  const [leftSections, setLeftSections] = useState<ReadonlySet<number>>(new Set());
  const [fromServer, setFromServer] = useState<Readonly<Record<string, ServerProblem>>>({});

  const change = useCallback(
    (name: FieldName, value: IntakeValue | undefined) => {
      engine.set(name, value);
    },
    [engine],
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

  usePrefilledScreening(engine, section, state.form !== null);

  const problems = useMemo(() => {
    const known = visibleProblems(data, leftSections, localToday());
    for (const [name, problem] of Object.entries(fromServer)) {
      if (problem.about === data[name as FieldName]) known[name] ??= problem.message;
    }
    return { ...known, ...state.refused };
  }, [data, leftSections, fromServer, state.refused]);

  const errors = useMemo(() => {
    if (leftSections.has(section)) return problems;
    const shown = (name: string) => leftFields.has(name) || name in state.refused || name in fromServer;
    return Object.fromEntries(Object.entries(problems).filter(([name]) => shown(name)));
  }, [problems, leftSections, section, leftFields, state.refused, fromServer]);

  return { state, data, errors, problems, change, leaveField, leaveSections, addServerProblems };
}

/** STOP-BANG items that other answers decide are filled in while they are open. */
function usePrefilledScreening(engine: IntakeEngine, section: number, loaded: boolean): void {
  useEffect(() => {
    if (!loaded || (section !== SCREENING && section !== LAST)) return;
    const { values } = engine.getState();
    const screened = Object.keys(values).some((name) => name.startsWith('stopbang_'));
    // What became known later joins a screening that was done, and does not start one.
    if (section === LAST && !screened) return;
    for (const [name, value] of Object.entries(derivedStopBang(values as IntakeData, localToday()))) {
      if (values[name] === undefined) engine.set(name, value);
    }
  }, [engine, section, loaded]);
}
