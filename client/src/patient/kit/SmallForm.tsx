import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { ErrorSummary } from '../../shared/forms/index.js';
import type { useAct } from '../../shared/forms/useAct.js';

interface SmallFormProps {
  form: ReturnType<typeof useAct>;
  label: string;
  submit: string;
  /** The id of the control that a field's message belongs to. */
  idOf: (field: string) => string;
  cancel?: { label: string; onCancel: () => void } | undefined;
  children: ReactNode;
}

/** A short form: lists what is wrong above it with a link to each field, and moves the focus there. */
export function SmallForm({ form, label, submit, idOf, cancel, children }: SmallFormProps) {
  const summary = useRef<HTMLDivElement>(null);
  const { problems, busy } = form;
  useEffect(() => summary.current?.focus(), [problems]);
  const errors = Object.entries(problems.fields).map(([field, message]) => ({ id: idOf(field), message }));
  return (
    <Box
      component="form"
      noValidate
      aria-label={label}
      onSubmit={(event: FormEvent<HTMLFormElement>) => form.submit(event)}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, maxWidth: 640 }}
    >
      {(problems.form || errors.length > 0) && (
        <ErrorSummary ref={summary} message={problems.form} errors={errors} />
      )}
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button type="submit" variant="contained" loading={busy}>
          {submit}
        </Button>
        {cancel && (
          <Button onClick={cancel.onCancel} disabled={busy}>
            {cancel.label}
          </Button>
        )}
      </Box>
    </Box>
  );
}
