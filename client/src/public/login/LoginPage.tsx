import { useState } from 'react';
import { getPendingMfa } from '../../shared/session/index.js';
import { MfaStep } from './MfaStep.js';
import { PasswordStep } from './PasswordStep.js';

/** /login: the password, then a code where the account asks for one. */
export default function LoginPage() {
  const [pending, setPending] = useState(getPendingMfa);
  const [email, setEmail] = useState('');
  const [notice, setNotice] = useState<string | null>(null);

  if (pending) {
    return (
      <MfaStep
        email={pending.email}
        onBack={(message) => {
          setNotice(message);
          setPending(null);
        }}
      />
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
