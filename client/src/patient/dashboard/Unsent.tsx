import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fieldByName, isFieldName } from '#common/intake/index.js';
import type { UnsentChanges } from '#common/api/index.js';
import { useSession } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { UNSENT_TEXT as text } from '../kit/text/unsent.js';
import { UnsentBar } from '../kit/UnsentBar.js';

/** Submits changed answers with one press; if refused, the form opens and says what is wrong. */
export function Unsent({ unsent }: { unsent: UnsentChanges }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  if (!session) return null;
  const submit = async () => {
    setBusy(true);
    try {
      const { submitOpenIntake } = await import('../intake/submit-open-intake.js');
      if (!(await submitOpenIntake(session.userId)))
        return void navigate('/trt/patient/intake?section=10', { state: { submit: true } });
      toast.success(text.sent);
      await queries.invalidateQueries({ queryKey: ['patient'] });
    } finally {
      setBusy(false);
    }
  };
  const questions = unsent.fields.filter(isFieldName).map((field) => fieldByName(field).label);
  return <UnsentBar busy={busy} onSubmit={() => void submit()} questions={questions} />;
}
