import Box from '@mui/material/Box';
import { describedBy, QuestionFrame, scrollRoom, type QuestionProps } from './QuestionFrame.js';
import type { RadioOption } from './RadioQuestion.js';

interface SelectProps extends QuestionProps<string> {
  options: readonly RadioOption<string>[];
}

/** A native select for many options; few options use radio buttons instead. */
export function SelectQuestion({ value, onChange, options, ...question }: SelectProps) {
  const { id, error } = question;
  return (
    <QuestionFrame {...question}>
      <Box
        component="select"
        id={id}
        value={value}
        onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(question)}
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
