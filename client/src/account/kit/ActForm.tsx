import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useLayoutEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Reasons } from '../../shared/password/Reasons.js';
import { Notice } from '../../shared/ui/index.js';
import { page } from '../text/en.js';
import type { useAct } from '../../shared/forms/useAct.js';

interface ActFormProps {
  form: ReturnType<typeof useAct>;
  label: string;
  lead?: string;
  submit: string;
  danger?: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/** A form that opens inside its panel and has its own cancel button. */
export function ActForm({ form, label, lead, submit, danger = false, onCancel, children }: ActFormProps) {
  const element = useFocusBack();
  return (
    <Stack
      component="form"
      ref={element}
      noValidate
      aria-label={label}
      spacing={2.5}
      sx={{ maxWidth: 460 }}
      onSubmit={(event: FormEvent<HTMLFormElement>) => form.submit(event)}
    >
      {lead && <Typography>{lead}</Typography>}
      {form.problems.form && (
        <Notice tone="danger" role="alert">
          {form.problems.form}
          <Reasons reasons={form.problems.reasons} />
        </Notice>
      )}
      {children}
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} loading={form.busy}>
          {submit}
        </Button>
        <Button onClick={onCancel} disabled={form.busy}>
          {page.cancel}
        </Button>
      </Stack>
    </Stack>
  );
}

/** When the form closes, moves the focus to its panel's heading so that it is not lost. */
function useFocusBack() {
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const form = element.current;
    return () => {
      const focused = document.activeElement;
      // A button that was disabled while submitting has lost the focus to the body.
      if (!form || (focused !== document.body && !form.contains(focused))) return;
      const heading = form.closest('section')?.querySelector('h2');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    };
  }, []);
  return element;
}
