import { lazy, Suspense, useState } from 'react';
import { getPendingMfa } from '../../shared/session/index.js';
import { PasswordStep } from './PasswordStep.js';

// Most people never see it.
const MfaStep = lazy(() => import('./MfaStep.js'));

/** /login: the password, then a code where the account asks for one. */
export default function LoginPage() {
  const [pending, setPending] = useState(getPendingMfa);
  const [email, setEmail] = useState('');
  const [notice, setNotice] = useState<string | null>(null);

  if (pending) {
    return (
      <Suspense>
        <MfaStep
          email={pending.email}
          methods={pending.methods}
          onBack={(message) => {
            setNotice(message);
            setPending(null);
          }}
        />
      </Suspense>
    );
  }
  return (
    <PasswordStep
      email={email}
      onEmail={setEmail}
      notice={notice}
      onMfa={() => {
        setNotice(null);
        setPending(getPendingMfa());
      }}
    />
  );
}
