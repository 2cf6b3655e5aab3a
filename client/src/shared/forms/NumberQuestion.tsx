import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Input } from './Input.js';
import { describedBy, QuestionFrame, type QuestionProps } from './QuestionFrame.js';
import { unitText } from './text/en.js';
import { readMeasure, readNumber, showNumber } from './typed-number.js';

/** A number, or the text as typed while it is not a number; undefined when empty. */
export type TypedNumber = number | string | undefined;

interface NumberProps extends QuestionProps<TypedNumber> {
  unit?: string | undefined;
  integer?: boolean | undefined;
  /** Computed from other answers: shown but not editable. */
  computed?: boolean | undefined;
}

export function NumberQuestion({ value, onChange, onLeave, ...rest }: NumberProps) {
  const { unit, integer = false, computed = false, ...question } = rest;
  const { id, required, error } = question;
  // Keep the text as typed ("7.") while it means the value.
  const [text, setText] = useState(() => showNumber(value));
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (readNumber(text) !== value) setText(showNumber(value));
  }
  const leave = () => {
    const measure = readMeasure(text, unit);
    const meant = measure ?? readNumber(text);
    if (meant !== value) onChange(meant);
    onLeave?.();
  };
  return (
    <QuestionFrame {...question} onLeave={computed ? undefined : leave}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Input
          id={id}
          value={text}
          onText={(next) => {
            setText(next);
            onChange(readNumber(next));
          }}
          readOnly={computed}
          // A text field with a numeric keyboard: a number field changes when the wheel scrolls over it. Feet and inches need its marks.
          inputMode={unit === 'in' ? 'text' : integer ? 'numeric' : 'decimal'}
          invalid={Boolean(error)}
          width={128}
          autoComplete="off"
          aria-required={required || undefined}
          aria-describedby={describedBy({ ...question, unit })}
        />
        {unit && (
          <Typography component="span" id={`${id}-unit`} sx={{ color: 'text.secondary' }}>
            {unitText(unit)}
          </Typography>
        )}
      </Box>
    </QuestionFrame>
  );
}
