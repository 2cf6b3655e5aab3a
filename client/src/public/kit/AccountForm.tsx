import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { Field, Notice } from '../../shared/ui/index.js';
import { column } from './column.js';

interface SubmitButtonProps {
  busy: boolean;
  label: string;
  busyLabel: string;
}

/** The one button a form of the account pages is sent with. */
export function SubmitButton({ busy, label, busyLabel }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="contained" size="large" fullWidth loading={busy} loadingPosition="start">
      {busy ? busyLabel : label}
    </Button>
  );
}

interface AccountFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  busy: boolean;
  words: { submit: string; submitting: string };
  /** What is wrong with the whole. */
  problem?: ReactNode;
  above?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}

/** A form of the account pages: what went wrong, the fields, the button. */
export function AccountForm({ onSubmit, busy, words, problem, above, children, below }: AccountFormProps) {
  return (
    <Box
      component="form"
      noValidate
      sx={column(2.5)}
      onSubmit={(event: FormEvent<HTMLFormElement>) => void onSubmit(event)}
    >
      {above}
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      {children}
      <SubmitButton busy={busy} label={words.submit} busyLabel={words.submitting} />
      {below}
    </Box>
  );
}

type FieldProps = ComponentProps<typeof Field>;

/** @param props `autoComplete` is the account's name unless said otherwise */
export function EmailField(props: Omit<FieldProps, 'name' | 'type' | 'inputMode'>) {
  return <Field autoComplete="username" {...props} name="email" type="email" inputMode="email" />;
}

/** A new password, or the same once more. */
export function NewPasswordField(
  props: Omit<FieldProps, 'name' | 'type' | 'autoComplete'> & { name: 'password' | 'confirm' },
) {
  return <Field {...props} type="password" autoComplete="new-password" />;
}
