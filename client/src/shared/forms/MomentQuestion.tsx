import { Input } from './Input.js';
import { describedBy, QuestionFrame, type QuestionProps } from './QuestionFrame.js';

interface MomentProps extends QuestionProps<string> {
  /** The earliest moment the picker offers, as the field writes it: 2026-11-20T10:30. */
  min?: string;
}

/** A date with its time of day, where a picker is quicker than typing: for times to come. */
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
