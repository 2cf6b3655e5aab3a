import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { ChangeEvent, ReactNode } from 'react';

interface SmallFieldProps {
  id: string;
  label: string;
  /** Shown in place of a label that is for screen readers only. */
  shortLabel?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  hint?: string;
  /** Replaces the hint: the typed value is possible, but unusual. Read out when it appears. */
  warning?: string | null;
  type?: 'text' | 'date' | 'datetime-local' | 'search' | 'password' | 'select' | 'multiline';
  inputMode?: 'decimal' | 'numeric';
  disabled?: boolean;
  /** The options of a select. */
  children?: ReactNode;
}

const look = (bad: boolean) => (theme: Theme) => ({
  display: 'block',
  width: '100%',
  minHeight: 40,
  padding: '7px 10px',
  font: 'inherit',
  fontSize: '0.9375rem',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${bad ? theme.vars.palette.error.main : theme.vars.palette.portal.inputBorder}`,
  borderRadius: '8px',
  '&:focus-visible': { outline: `3px solid ${theme.vars.palette.primary.main}` },
  '&:disabled': { opacity: 0.6 },
});

const element = { select: 'select', multiline: 'textarea' } as const;

/** A compact labeled field for staff forms; its message is below it and tied to it. */
export function SmallField(props: SmallFieldProps) {
  const {
    id,
    label,
    shortLabel,
    value,
    onChange,
    error,
    hint,
    warning,
    type = 'text',
    inputMode,
    disabled,
    children,
  } = props;
  const help = error || warning || hint;
  const native = type === 'select' || type === 'multiline';
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        component="label"
        htmlFor={id}
        sx={{ display: 'block', fontSize: '0.875rem', fontWeight: 600, marginBottom: 0.5 }}
      >
        {shortLabel ?? label}
      </Box>
      <Box
        component={native ? element[type] : 'input'}
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        {...(native ? {} : { type, inputMode, autoComplete: type === 'password' ? 'new-password' : 'off' })}
        {...(type === 'multiline' ? { rows: 3 } : {})}
        aria-label={shortLabel && label}
        aria-invalid={error ? true : undefined}
        aria-describedby={help ? `${id}-help` : undefined}
        sx={look(Boolean(error))}
      >
        {type === 'select' ? children : undefined}
      </Box>
      {help && (
        <Box
          id={`${id}-help`}
          aria-live={warning === undefined ? undefined : 'polite'}
          sx={{
            marginTop: 0.5,
            fontSize: '0.8125rem',
            color: error ? 'error.main' : warning ? 'warning.main' : 'text.secondary',
          }}
        >
          {help}
        </Box>
      )}
    </Box>
  );
}
