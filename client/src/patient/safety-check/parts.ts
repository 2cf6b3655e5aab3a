import type { SafetyCheckDraft } from './draft.js';

/** What a control needs of the form: its id and what is wrong with it. */
export type ControlProps = (control: string) => { id: string; error?: string };
export interface PartProps {
  draft: SafetyCheckDraft;
  onChange: (set: (before: SafetyCheckDraft) => SafetyCheckDraft) => void;
  control: ControlProps;
}
