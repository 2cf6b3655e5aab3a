import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { useZone } from '../session/index.js';
import { todayIn } from '../ui/zones.js';
import { Input } from './Input.js';
import { QuestionFrame, type QuestionProps } from './QuestionFrame.js';
import { FORM_TEXT } from './text/en.js';
import { joinDate, readFinishedDate, readWholeDate, splitDate, type DateParts } from './typed-date.js';

interface DateProps extends QuestionProps<string | undefined> {
  /** Set to `bday` for the user's own date of birth. */
  autoComplete?: string | undefined;
  /** Shown under the fields, for example a button that fills in today. */
  action?: ReactNode;
}

const PARTS = [
  { part: 'month', label: FORM_TEXT.month, width: 84 },
  { part: 'day', label: FORM_TEXT.day, width: 84 },
  { part: 'year', label: FORM_TEXT.year, width: 112 },
] as const satisfies { part: keyof DateParts; label: string; width: number }[];

/** A date typed as month, day and year; a whole date pasted into any of the three fills all of them. */
export function DateQuestion({ value, onChange, autoComplete, action, ...question }: DateProps) {
  const { id, required, error } = question;
  const [parts, setParts] = useState(() => splitDate(value));
  const today = todayIn(useZone());
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (joinDate(parts) !== value) setParts(splitDate(value));
  }
  const take = (next: DateParts) => {
    setParts(next);
    onChange(joinDate(next));
  };
  const wholeDate = (text: string) => readFinishedDate(text, { today, birth: autoComplete === 'bday' });
  const change = (part: keyof DateParts, text: string) => {
    // More than one character at a time means pasted or autofilled.
    const finished = text.length > parts[part].length + 1;
    take((finished ? wholeDate(text) : readWholeDate(text)) ?? { ...parts, [part]: text });
  };
  const leave = (part: keyof DateParts) => {
    const whole = wholeDate(parts[part]);
    if (whole) take(whole);
  };
  return (
    <QuestionFrame {...question} group="fields">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-end' }}>
        {PARTS.map(({ part, label, width }, index) => {
          const partId = index === 0 ? id : `${id}-${part}`;
          return (
            <Box key={part}>
              <Box component="label" htmlFor={partId} sx={{ display: 'block', marginBottom: 0.5 }}>
                {label}
              </Box>
              <Input
                id={partId}
                value={parts[part]}
                onText={(text) => change(part, text)}
                onBlur={() => leave(part)}
                inputMode="numeric"
                invalid={Boolean(error)}
                width={width}
                autoComplete={autoComplete ? `${autoComplete}-${part}` : 'off'}
                aria-required={required || undefined}
              />
            </Box>
          );
        })}
        {action}
      </Box>
    </QuestionFrame>
  );
}
