import { Input } from './Input.js';
import { describedBy, QuestionFrame, type QuestionProps } from './QuestionFrame.js';

interface MomentProps extends QuestionProps<string> {
  /** The earliest time the picker offers, in the field's format: 2026-11-20T10:30. */
  min?: string;
}

/** A date and time, where a picker is quicker than typing: for future times. */
export function MomentQuestion({ value, onChange, min, ...question }: MomentProps) {
  return (
    <QuestionFrame {...question}>
      <Input
        id={question.id}
        type="datetime-local"
        value={value}
        onText={onChange}
        min={min}
        invalid={Boolean(question.error)}
        width={280}
        aria-describedby={describedBy(question)}
      />
    </QuestionFrame>
  );
}
