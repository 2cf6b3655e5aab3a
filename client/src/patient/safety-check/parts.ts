import type { SafetyCheckDraft } from './draft.js';

/** What a control needs from the form: its id and its error. */
export type ControlProps = (control: string) => { id: string; error?: string };
export interface PartProps {
  draft: SafetyCheckDraft;
  onChange: (set: (before: SafetyCheckDraft) => SafetyCheckDraft) => void;
  control: ControlProps;
}

export const safetyIdOf = (control: string): string => `safety-${control}`;
/** The controls of a safety check, each with its error. */
export const controlsOf =
  (problems: Readonly<Record<string, string>>): ControlProps =>
  (name) => {
    const error = problems[name];
    return { id: safetyIdOf(name), ...(error && { error }) };
  };
