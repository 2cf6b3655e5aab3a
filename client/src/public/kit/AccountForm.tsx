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

/** The submit button of an account form. */
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
  /** What is wrong with the form as a whole. */
  problem?: ReactNode;
  above?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}

/** An account form: the error, the fields, the button. */
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

/** @param props `autoComplete` defaults to the account's username */
export function EmailField(props: Omit<FieldProps, 'name' | 'type' | 'inputMode'>) {
  return <Field autoComplete="username" {...props} name="email" type="email" inputMode="email" />;
}

/** A new password, or its confirmation. */
export function NewPasswordField(
  props: Omit<FieldProps, 'name' | 'type' | 'autoComplete'> & { name: 'password' | 'confirm' },
) {
  return <Field {...props} type="password" autoComplete="new-password" />;
}
