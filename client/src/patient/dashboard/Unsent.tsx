import { useNavigate } from 'react-router-dom';
import { fieldByName, isFieldName } from '#common/intake/index.js';
import type { UnsentChanges } from '#common/api/index.js';
import { UnsentBar } from '../kit/UnsentBar.js';

/** Changed answers are signed and submitted in the form, which says too if something is wrong with them. */
export function Unsent({ unsent }: { unsent: UnsentChanges }) {
  const navigate = useNavigate();
  const submit = () => void navigate('/trt/patient/intake?section=10', { state: { submit: true } });
  const questions = unsent.fields.filter(isFieldName).map((field) => fieldByName(field).label);
  return <UnsentBar onSubmit={submit} questions={questions} />;
}
