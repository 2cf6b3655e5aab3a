import Box from '@mui/material/Box';
import { describedBy, labelStyle, QuestionFrame, scrollRoom, type QuestionProps } from './QuestionFrame.js';
import type { RadioOption } from './RadioQuestion.js';

interface SelectProps extends QuestionProps<string> {
  options: readonly RadioOption<string>[];
}

/** One of many, in the browser's own list; few answers are radio buttons instead. */
export function SelectQuestion({
  id,
  label,
  hint,
  required,
  error,
  value,
  onChange,
  onLeave,
  options,
}: SelectProps) {
  return (
    <QuestionFrame
      {...{ id, hint, required, error, onLeave }}
      heading={
        <Box component="label" htmlFor={id} sx={labelStyle}>
          {label}
        </Box>
      }
    >
      <Box
        component="select"
        id={id}
        value={value}
        onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { ...(hint ? { hint } : {}), ...(error ? { error } : {}) })}
        sx={({ vars }) => ({
          height: 48,
          maxWidth: '100%',
          paddingInline: 1.5,
          font: 'inherit',
          color: vars.palette.text.primary,
          backgroundColor: vars.palette.background.paper,
          border: `1px solid ${error ? vars.palette.error.main : vars.palette.portal.inputBorder}`,
          borderRadius: '8px',
          '&:focus-visible': { outline: `3px solid ${vars.palette.primary.main}`, outlineOffset: 0 },
          ...scrollRoom,
        })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Box>
    </QuestionFrame>
  );
}
