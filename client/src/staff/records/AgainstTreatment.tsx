import { RadioRow } from '../forms/RadioRow.js';
import { AGAINST_TEXT as words } from './text/en.js';

/** '' is no answer yet: nothing is chosen beforehand. */
export type Against = '' | 'yes' | 'no';

const OPTIONS = [
  ['yes', words.yes],
  ['no', words.no],
] as const;

interface AgainstTreatmentProps {
  answer: Against;
  onAnswer: (answer: Against) => void;
  /** It was pressed without an answer. */
  missing: boolean;
}

/** Asked of the person who reviews what a patient wrote, beside the words. */
export const AgainstTreatment = ({ answer, onAnswer, missing }: AgainstTreatmentProps) => (
  <RadioRow
    label={words.question}
    value={answer}
    options={OPTIONS}
    onChange={onAnswer}
    error={missing && !answer ? words.choose : null}
  />
);
