import { lazy, Suspense, useState } from 'react';
import { getPendingMfa } from '../../shared/session/index.js';
import { PasswordStep } from './PasswordStep.js';

// Most users never see it.
const MfaStep = lazy(() => import('./MfaStep.js'));
const SsoStep = lazy(() => import('./SsoStep.js'));

/** /login: the password, then a code if the account requires one. */
export default function LoginPage() {
  const [pending, setPending] = useState(getPendingMfa);
  const [email, setEmail] = useState('');
  const [notice, setNotice] = useState<string | null>(null);
  // The organization's page sends users back with one of these.
  const [sso, setSso] = useState<'offered' | 'required' | null>(() =>
    /[?&]sso=|#second-step=/.test(window.location.href) ? 'offered' : null,
  );
  const showMfa = () => {
    setNotice(null);
    setSso(null);
    setPending(getPendingMfa());
  };

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
  if (sso) {
    return (
      <Suspense>
        <SsoStep
          email={email}
          onEmail={setEmail}
          required={sso === 'required'}
          onPassword={() => setSso(null)}
          onMfa={showMfa}
        />
      </Suspense>
    );
  }
  return <PasswordStep email={email} onEmail={setEmail} notice={notice} onMfa={showMfa} onSso={setSso} />;
}
