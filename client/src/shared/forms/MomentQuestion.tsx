import Box from '@mui/material/Box';
import { Input } from './Input.js';
import { describedBy, labelStyle, QuestionFrame, type QuestionProps } from './QuestionFrame.js';

interface MomentProps extends QuestionProps<string> {
  /** The earliest moment the picker offers, as the field writes it: 2026-11-20T10:30. */
  min?: string;
}

/** A date with its time of day, where a picker is quicker than typing: for times to come. */
export function MomentQuestion({
  id,
  label,
  hint,
  required,
  error,
  value,
  onChange,
  onLeave,
  min,
}: MomentProps) {
  return (
    <QuestionFrame
      {...{ id, hint, required, error, onLeave }}
      heading={
        <Box component="label" htmlFor={id} sx={{ ...labelStyle, fontSize: '1rem' }}>
          {label}
        </Box>
      }
    >
      <Input
        id={id}
        type="datetime-local"
        value={value}
        onText={onChange}
        min={min}
        invalid={Boolean(error)}
        width={280}
        aria-describedby={describedBy(id, { ...(hint ? { hint } : {}), ...(error ? { error } : {}) })}
      />
    </QuestionFrame>
  );
}
