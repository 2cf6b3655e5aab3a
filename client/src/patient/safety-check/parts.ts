import type { SafetyCheckDraft } from './draft.js';

/** What a control needs of the form: its id and what is wrong with it. */
export type ControlProps = (control: string) => { id: string; error?: string };
export interface PartProps {
  draft: SafetyCheckDraft;
  onChange: (set: (before: SafetyCheckDraft) => SafetyCheckDraft) => void;
  control: ControlProps;
}

export const safetyIdOf = (control: string): string => `safety-${control}`;
/** The controls of a safety check, with what is wrong beside each. */
export const controlsOf =
  (problems: Readonly<Record<string, string>>): ControlProps =>
  (name) => {
    const error = problems[name];
    return { id: safetyIdOf(name), ...(error && { error }) };
  };
