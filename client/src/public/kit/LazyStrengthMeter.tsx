import { lazy, Suspense } from 'react';

const StrengthMeter = lazy(async () => ({
  default: (await import('../../shared/password/StrengthMeter.js')).StrengthMeter,
}));

/** Comes with the first letter typed: the first sight of the page does not need it. */
export function LazyStrengthMeter({ password, email }: { password: string; email?: string }) {
  if (!password) return null;
  return (
    <Suspense>
      <StrengthMeter password={password} {...(email === undefined ? {} : { email })} />
    </Suspense>
  );
}
