import { lazy, Suspense } from 'react';

const StrengthMeter = lazy(async () => ({
  default: (await import('../../shared/password/StrengthMeter.js')).StrengthMeter,
}));

/** Loads with the first character typed: the page does not need it at first. */
export function LazyStrengthMeter({ password, email }: { password: string; email?: string }) {
  if (!password) return null;
  return (
    <Suspense>
      <StrengthMeter password={password} {...(email === undefined ? {} : { email })} />
    </Suspense>
  );
}
