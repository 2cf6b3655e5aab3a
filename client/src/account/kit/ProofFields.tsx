import { Field } from '../../shared/ui/index.js';
import { app, page } from '../text/en.js';
import type { Problems } from '../../shared/forms/useAct.js';

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  problems: Problems;
  autoFocus?: boolean;
}

/** Asks for the password again before anything an unattended screen must not allow. */
export function OwnPassword({ value, onChange, problems, autoFocus = false }: PasswordFieldProps) {
  return (
    <Field
      label={page.yourPassword}
      name="password"
      type="password"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
      error={problems.fields['password']}
      autoFocus={autoFocus}
    />
  );
}

export function CodeField({
  value,
  onChange,
  problems,
  hint = app.codeHint,
}: PasswordFieldProps & { hint?: string }) {
  return (
    <Field
      label={page.code}
      name="code"
      autoComplete="one-time-code"
      value={value}
      onChange={onChange}
      error={problems.fields['code']}
      hint={hint}
    />
  );
}

export const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '');
