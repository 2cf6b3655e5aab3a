import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { Ref } from 'react';

interface FileFieldProps {
  id: string;
  label: string;
  accept: string;
  /** The accepted files; an error replaces it. */
  hint?: string;
  error?: string | null | undefined;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onChoose: (file: File | null) => void;
}

/** A labeled control to choose one file. */
export function FileField({ id, label, accept, hint, error, disabled, inputRef, onChoose }: FileFieldProps) {
  const help = error ?? hint;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box component="label" htmlFor={id} sx={{ display: 'block', fontWeight: 600, marginBottom: 0.5 }}>
        {label}
      </Box>
      <Box
        component="input"
        ref={inputRef}
        id={id}
        name="file"
        type="file"
        accept={accept}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChoose(event.target.files?.[0] ?? null)}
        sx={(theme: Theme) => ({
          font: 'inherit',
          maxWidth: '100%',
          '&::file-selector-button': {
            font: 'inherit',
            fontWeight: 600,
            minHeight: 40,
            marginRight: '12px',
            paddingInline: '14px',
            color: theme.vars.palette.primary.main,
            backgroundColor: theme.vars.palette.background.paper,
            border: `1px solid ${theme.vars.palette.portal.inputBorder}`,
            borderRadius: '8px',
            cursor: 'pointer',
          },
        })}
      />
      {help && (
        <Box
          id={`${id}-help`}
          sx={{ color: error ? 'error.main' : 'text.secondary', fontSize: '0.875rem', marginTop: 0.5 }}
        >
          {help}
        </Box>
      )}
    </Box>
  );
}
