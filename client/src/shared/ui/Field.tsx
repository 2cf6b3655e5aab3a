import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Theme } from '@mui/material/styles';
import { useId, useState, type ChangeEvent, type Ref } from 'react';
import { hideText, showText } from './text/field.js';

export interface FieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  hint?: string;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  inputMode?: 'numeric' | 'text' | 'email';
  autoFocus?: boolean;
  maxLength?: number;
  inputRef?: Ref<HTMLInputElement>;
}

const inputLook = (bad: boolean) => (theme: Theme) => ({
  width: '100%',
  height: 48,
  paddingInline: '14px',
  font: 'inherit',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.portal.inputBorder}`,
  borderRadius: '8px',
  '&:focus-visible': { outline: `3px solid ${theme.vars.palette.primary.main}`, outlineOffset: 0 },
  ...(bad && {
    borderColor: theme.vars.palette.error.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.error.main}`,
  }),
});

/**
 * A labeled field whose message is announced and tied to it. The native input, because MUI's brings 11 kB
 * that the sign-in page does not need.
 */
export function Field(props: FieldProps) {
  const {
    label,
    name,
    value,
    onChange,
    error,
    hint,
    type = 'text',
    autoComplete,
    inputMode,
    inputRef,
    autoFocus,
    maxLength,
  } = props;
  const [visible, setVisible] = useState(false);
  const id = useId();
  const help = error || hint;
  return (
    <Box>
      <Box component="label" htmlFor={id} sx={{ display: 'block', fontWeight: 600, marginBottom: 0.75 }}>
        {label}
      </Box>
      <Box sx={{ position: 'relative' }}>
        <Box
          component="input"
          id={id}
          name={name}
          ref={inputRef}
          value={value}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
          type={visible ? 'text' : type}
          autoComplete={autoComplete}
          inputMode={inputMode}
          autoFocus={autoFocus}
          maxLength={maxLength}
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={error ? true : undefined}
          aria-describedby={help ? `${id}-help` : undefined}
          sx={[inputLook(Boolean(error)), type === 'password' && { paddingRight: '76px' }]}
        />
        {type === 'password' && <Reveal visible={visible} onToggle={() => setVisible(!visible)} />}
      </Box>
      {help && (
        <Box
          id={`${id}-help`}
          role={error ? 'alert' : undefined}
          sx={{ marginTop: 0.75, fontSize: '0.875rem', color: error ? 'error.main' : 'text.secondary' }}
        >
          {help}
        </Box>
      )}
    </Box>
  );
}

/** Reads "Show", not "Show password", so that only the field is found by that name. */
function Reveal({ visible, onToggle }: { visible: boolean; onToggle: () => void }) {
  return (
    <ButtonBase
      type="button"
      aria-pressed={visible}
      onClick={onToggle}
      sx={{
        position: 'absolute',
        right: 6,
        top: 6,
        height: 36,
        minWidth: 60,
        borderRadius: '6px',
        fontSize: '0.875rem',
        fontWeight: 600,
        color: 'primary.main',
      }}
    >
      {visible ? hideText : showText}
    </ButtonBase>
  );
}
