import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { InputHTMLAttributes } from 'react';
import { scrollRoom } from './QuestionFrame.js';

interface InputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'onChange' | 'value' | 'type' | 'width'
> {
  value: string;
  onText: (text: string) => void;
  invalid?: boolean;
  width?: number | string;
  /** Multiline; grows with its text. */
  long?: boolean;
  type?: 'text' | 'tel' | 'datetime-local';
}

/** A bare text field: 48 px high, 3:1 border contrast, a wide focus ring. */
export function Input({
  value,
  onText,
  invalid = false,
  width = '100%',
  long = false,
  type = 'text',
  ...rest
}: InputProps) {
  return (
    <Box
      {...rest}
      component={long ? 'textarea' : 'input'}
      {...(long ? { rows: 3 } : { type })}
      value={value}
      onChange={(event: { target: { value: string } }) => onText(event.target.value)}
      aria-invalid={invalid || undefined}
      sx={(theme) => ({ ...inputLook(theme, invalid), width, maxWidth: '100%', ...(long && longLook) })}
    />
  );
}

const longLook = {
  height: 'auto',
  minHeight: 96,
  maxHeight: 360,
  resize: 'vertical',
  fieldSizing: 'content',
} as const;

const inputLook = (theme: Theme, invalid: boolean) => ({
  boxSizing: 'border-box' as const,
  display: 'block',
  height: 48,
  padding: '10px 14px',
  margin: 0,
  font: 'inherit',
  lineHeight: 1.5,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.portal.inputBorder}`,
  borderRadius: '8px',
  '&:hover': { borderColor: theme.vars.palette.text.secondary },
  ...(invalid && {
    borderColor: theme.vars.palette.error.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.error.main}`,
  }),
  '&:focus': { outline: `3px solid ${theme.vars.palette.primary.main}`, outlineOffset: 0 },
  '&:read-only': { backgroundColor: theme.vars.palette.portal.sunken },
  ...scrollRoom,
});
