import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { useId, type ChangeEvent } from 'react';

interface CheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** The id of the message that it has to be checked. */
  invalid?: string | undefined;
}

const box = (theme: Theme) => ({
  width: 18,
  height: 18,
  margin: 0,
  flex: 'none',
  accentColor: theme.vars.palette.primary.main,
  '&:focus-visible': { outline: `3px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
});

/** A labeled checkbox for staff forms. */
export function CheckField({ label, hint, ...rest }: CheckProps & { label: string; hint?: string }) {
  const id = useId();
  return (
    <Box>
      <Box
        component="label"
        sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minHeight: 32, width: 'fit-content' }}
      >
        <Tick {...rest} hintId={hint && id} />
        {label}
      </Box>
      {hint && (
        <Box id={id} sx={{ marginLeft: '28px', fontSize: '0.8125rem', color: 'text.secondary' }}>
          {hint}
        </Box>
      )}
    </Box>
  );
}

/** A row's checkbox, named for what it selects; its label makes the target larger than the box. */
export function RowCheck({ name, ...rest }: CheckProps & { name: string }) {
  return (
    <Box component="label" sx={{ display: 'grid', placeItems: 'center', width: 32, height: 32 }}>
      <Tick name={name} {...rest} />
    </Box>
  );
}

interface TickProps extends CheckProps {
  name?: string;
  hintId?: string | undefined;
}
function Tick({ name, hintId, checked, onChange, disabled, invalid }: TickProps) {
  return (
    <Box
      component="input"
      type="checkbox"
      aria-label={name}
      aria-describedby={invalid ?? hintId}
      aria-invalid={invalid ? true : undefined}
      checked={checked}
      disabled={disabled}
      onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.checked)}
      sx={box}
    />
  );
}
