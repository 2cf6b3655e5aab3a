import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { SECTIONS, firstIncompleteSection, type IntakeData } from '#common/intake/index.js';
import { useAutosave } from '../../shared/autosave/useAutosave.js';
import { useSession, type Session } from '../../shared/session/index.js';
import { Loading, Page } from '../../shared/ui/index.js';
import { requestPlan } from '../data/plan-request.js';
import { IntakeWizard } from './IntakeWizard.js';
import { openIntake } from './open-intake.js';
import { INTAKE_TEXT } from './text/en.js';

const IntakeDone = lazy(() => import('./IntakeDone.js'));

export default function IntakePage() {
  const session = useSession();
  // Keep the patient on the page while an expired session leads to the sign-in page.
  const [person, setPerson] = useState<Session | null>(session);
  if (session && session.userId !== person?.userId) setPerson(session);
  return person ? <Intake key={person.userId} person={person} /> : null;
}

function sectionOf(text: string | null): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= SECTIONS.length ? number : null;
}

function Intake({ person }: { person: Session }) {
  const [engine] = useState(() => openIntake(person.userId));
  const state = useAutosave(engine);
  const data = state.values as IntakeData;
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const section = sectionOf(params.get('section'));
  const opened = state.status !== 'loading';
  const done = section === null && state.form?.status === 'submitted';

  // The section is in the URL so that back and reload work; the URL says nothing about the patient.
  useEffect(() => {
    if (!opened || section !== null || done) return;
    const first = firstIncompleteSection(engine.getState().values as IntakeData);
    setParams({ section: String(first) }, { replace: true });
  }, [opened, section, done, engine, setParams]);

  // Move the focus when switching between the form and the completion screen, but not on a first visit.
  const [moved, setMoved] = useState(false);

  const submitted = () => {
    setMoved(true);
    setParams({}, { replace: true });
    // The dashboard offers the same request, so a failure here needs no message.
    requestPlan()
      .catch(() => undefined)
      .finally(() => void queries.invalidateQueries({ queryKey: ['patient'] }));
  };

  if (done) {
    const edit = () => {
      setMoved(true);
      setParams({ section: '1' });
    };
    const submit = () => void navigate('?section=10', { state: { submit: true } });
    return (
      <Suspense fallback={<Opening />}>
        <IntakeDone form={state.form} data={data} onEdit={edit} onSubmit={submit} focus={moved} />
      </Suspense>
    );
  }
  if (!opened || section === null) return <Opening />;
  return (
    <IntakeWizard
      engine={engine}
      state={state}
      section={section}
      email={person.email}
      focus={moved}
      onSubmitted={submitted}
    />
  );
}

const Opening = () => (
  <Page title={INTAKE_TEXT.pageTitle} width={640}>
    <Loading rows={6} label={INTAKE_TEXT.loading} />
  </Page>
);
