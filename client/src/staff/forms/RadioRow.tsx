import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { useId } from 'react';

interface RadioRowProps<Value extends string> {
  label: string;
  /** '' is no choice yet. */
  value: Value | '';
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
  error?: string | null | undefined;
}

/** A choice of a few options, side by side. */
export function RadioRow<Value extends string>({
  label,
  value,
  options,
  onChange,
  error,
}: RadioRowProps<Value>) {
  const name = useId();
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0 }}>
      <Box component="legend" sx={{ fontSize: '0.875rem', fontWeight: 600, padding: 0, marginBottom: 0.5 }}>
        {label}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 24px' }}>
        {options.map(([option, words]) => (
          <Box
            key={option}
            component="label"
            sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}
          >
            <Box
              component="input"
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${name}-help` : undefined}
              sx={(theme: Theme) => ({
                width: 18,
                height: 18,
                margin: 0,
                flex: 'none',
                accentColor: theme.vars.palette.primary.main,
                '&:focus-visible': {
                  outline: `3px solid ${theme.vars.palette.primary.main}`,
                  outlineOffset: 2,
                },
              })}
            />
            {words}
          </Box>
        ))}
      </Box>
      {error && (
        <Box id={`${name}-help`} sx={{ marginTop: 0.5, fontSize: '0.8125rem', color: 'error.main' }}>
          {error}
        </Box>
      )}
    </Box>
  );
}
