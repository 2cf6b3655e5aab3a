import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  SECTIONS,
  canSubmit,
  errorsOfSection,
  sectionByNumber,
  submitErrors,
  type IntakeData,
} from '#common/intake/index.js';
import type { AutosaveState } from '../../shared/autosave/index.js';
import { ErrorSummary, fieldId } from '../../shared/forms/index.js';
import { Notice, PageTitle, TextLink } from '../../shared/ui/index.js';
import { useToday } from '../kit/useToday.js';
import { LazyUnsentBar } from './LazyUnsentBar.js';
import { ActionBar, BAR_ROOM, wizardColumns } from './ActionBar.js';
import type { IntakeEngine } from './open-intake.js';
import { SectionForm } from './SectionForm.js';
import { SectionList } from './SectionList.js';
import { SectionSheet } from './SectionSheet.js';
import { sectionMark, type SectionMark } from './section-state.js';
import { INTAKE_TEXT } from './text/en.js';
import type { IntakeRecord } from './transport.js';
import { useIntakeForm } from './useIntakeForm.js';
import { useSubmission } from './useSubmission.js';

/** Three sections produce a score. */
const ScorePanel = lazy(() => import('./ScorePanel.js').then((module) => ({ default: module.ScorePanel })));

/** Only the sections after the screening show it. */
const ScreeningSuggestion = lazy(() =>
  import('./ScreeningSuggestion.js').then((module) => ({ default: module.ScreeningSuggestion })),
);

/** Only the last section shows it. */
const ReviewAnswers = lazy(() =>
  import('./ReviewAnswers.js').then((module) => ({ default: module.ReviewAnswers })),
);

/** Only the last section shows it. */
const EducationPointer = lazy(() => import('./EducationPointer.js'));

/** Only a later submission shows it. */
const SignDialog = lazy(() => import('./SignDialog.js'));

/** Only answers from another clinic's record show it. */
const ImportedNote = lazy(() => import('./ImportedNote.js'));

/** Only a conflicting answer shows it, and the server reported that a moment ago. */
const ConflictPanel = lazy(() =>
  import('./ConflictPanel.js').then((module) => ({ default: module.ConflictPanel })),
);

const LAST = SECTIONS.length;

interface WizardProps {
  engine: IntakeEngine;
  state: AutosaveState<IntakeRecord>;
  section: number;
  /** The account's email address, prefilled in the form. */
  email: string | null;
  /** Moves the focus to the heading at once: the patient comes from the completion screen. */
  focus: boolean;
  onSubmitted: () => void;
}

export function IntakeWizard({ engine, state, section, email, focus, onSubmitted }: WizardProps) {
  const form = useIntakeForm(engine, state, section, email);
  const { data, leaveSections } = form;
  const navigate = useNavigate();
  const today = useToday();
  const wide = useMediaQuery('(min-width: 1024px)', { noSsr: true });
  const heading = useRef<HTMLHeadingElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  /** The consents of an earlier day are not taken for granted when changed answers are sent. */
  const signedAt = state.form?.submittedAt ?? null;
  const goTo = (number: number) => void navigate(`?section=${number}`);
  const { refusal, signing, stopSigning, submit, sign } = useSubmission({
    engine,
    form,
    section,
    goTo,
    signedAt,
    onSubmitted,
  });
  useSectionFocus(section, heading, refusal, summary);
  useLeftSection(section, leaveSections);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  useSubmitOnArrival(submit);

  const marks = SECTIONS.map((one) => sectionMark(one.number, data, form.problems));
  const here = errorsOfSection(section, form.errors);
  const refused = refusal && stillRefused(refusal.message, data, form.problems, today);
  return (
    <Box sx={wizardColumns(wide)}>
      <PageTitle title={INTAKE_TEXT.pageTitle} />
      {wide && (
        <Box
          component="nav"
          aria-label={INTAKE_TEXT.sections}
          sx={{ position: 'sticky', top: 96, maxHeight: 'calc(100vh - 184px)', overflowY: 'auto' }}
        >
          <SectionList current={section} marks={marks} />
        </Box>
      )}
      <Box sx={{ paddingBottom: BAR_ROOM, minWidth: 0 }}>
        {!wide && (
          <Box sx={{ marginBottom: 2 }}>
            <SectionSheet current={section} marks={marks} />
          </Box>
        )}
        <Heading section={section} ref={heading} />
        <Standing engine={engine} state={state} onSubmit={submit} />
        {(refused || here.length > 1) && (
          <Box sx={{ marginBottom: 4 }}>
            <ErrorSummary
              ref={summary}
              message={refused ?? INTAKE_TEXT.problemsHere}
              errors={here.map(([field, message]) => ({ id: fieldId(field.name), message }))}
              more={refused && <OtherSections here={section} marks={marks} />}
            />
          </Box>
        )}
        {section === LAST && (
          <Suspense>
            <EducationPointer />
          </Suspense>
        )}
        <SectionForm
          key={section}
          number={section}
          data={data}
          errors={form.errors}
          onChange={form.change}
          onLeave={form.leaveField}
        />
        <Suspense fallback={null}>
          <ScreeningSuggestion section={section} data={data} onAnswer={form.change} />
          <ScorePanel section={section} data={data} />
        </Suspense>
        {section === LAST && (
          <Suspense>
            <ReviewAnswers data={data} />
          </Suspense>
        )}
        {signing && signedAt !== null && (
          <Suspense>
            <SignDialog data={data} signedAt={signedAt} onSign={sign} onClose={stopSigning} />
          </Suspense>
        )}
        <ActionBar
          state={state}
          wide={wide}
          canSubmit={canSubmit(data)}
          onPrevious={section > 1 ? () => goTo(section - 1) : undefined}
          onNext={section < LAST ? () => goTo(section + 1) : undefined}
          onSubmit={section === LAST ? submit : undefined}
        />
      </Box>
    </Box>
  );
}

interface StandingProps extends Pick<WizardProps, 'engine' | 'state'> {
  onSubmit: () => void;
}
/** Where the form stands: answers not sent, imported or refused, and those that another device changed. */
function Standing({ engine, state, onSubmit }: StandingProps) {
  return (
    <>
      {state.form?.unsent && (
        <Box sx={unsentPlace}>
          <LazyUnsentBar busy={state.submitting} onSubmit={onSubmit} />
        </Box>
      )}
      {state.form?.importedAt && (
        <Suspense>
          <ImportedNote at={state.form.importedAt} />
        </Suspense>
      )}
      {state.objection && (
        <Notice tone="warning" role="alert" title={INTAKE_TEXT.objection} sx={{ marginBottom: 3 }}>
          {INTAKE_TEXT.objectionBody(state.objection)}
        </Notice>
      )}
      {Object.keys(state.conflicts).length > 0 && (
        <Suspense fallback={null}>
          <ConflictPanel
            conflicts={state.conflicts}
            restSaved={state.restSaved}
            onChoose={(name, choice) => engine.resolve(name, choice)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Stays in view while the patient scrolls through the section. */
const unsentPlace = {
  position: 'sticky',
  top: 72,
  zIndex: 2,
  marginBottom: 3,
} as const;

/** Why the form still cannot be submitted; null once everything that was wrong has been put right. */
function stillRefused(
  message: string,
  data: IntakeData,
  problems: Readonly<Record<string, string>>,
  today: string,
): string | null {
  const open = submitErrors(data, today)?.message;
  return open ?? (Object.keys(problems).length > 0 ? message : null);
}

/** After a refused submission: the other sections that need another look. */
function OtherSections({ here, marks }: { here: number; marks: readonly SectionMark[] }) {
  const others = SECTIONS.filter((one, index) => one.number !== here && marks[index] === 'problem');
  return others.map((one) => (
    <li key={one.number}>
      <TextLink to={`?section=${one.number}`} bold>
        {INTAKE_TEXT.elsewhere(one.number, one.title)}
      </TextLink>
    </li>
  ));
}

function Heading({ section, ref }: { section: number; ref: React.Ref<HTMLHeadingElement> }) {
  const { title, intro } = sectionByNumber(section);
  return (
    <Box sx={{ marginBottom: 4 }}>
      <Typography variant="h1" ref={ref} tabIndex={-1} sx={{ scrollMarginTop: '96px' }}>
        {INTAKE_TEXT.heading(section, LAST, title)}
      </Typography>
      {intro && <Typography sx={{ color: 'text.secondary', marginTop: 1 }}>{intro}</Typography>}
    </Box>
  );
}

/** After a section change, focuses its heading; after a refused submission, focuses what is wrong. */
function useSectionFocus(
  section: number,
  heading: React.RefObject<HTMLHeadingElement | null>,
  refusal: { at: number } | null,
  summary: React.RefObject<HTMLDivElement | null>,
): void {
  const before = useRef({ section, refusal });
  useEffect(() => {
    const { section: from, refusal: earlier } = before.current;
    before.current = { section, refusal };
    if (refusal && refusal !== earlier) {
      summary.current?.focus();
      summary.current?.scrollIntoView({ block: 'start' });
    } else if (section !== from) {
      // The summary keeps the focus while the page scrolls to the section it refers to.
      if (document.activeElement !== summary.current || !summary.current) heading.current?.focus();
    }
  }, [section, refusal, heading, summary]);
}

/** Goes on with a submission started on another page, because it is signed, and its problems are shown, here. */
function useSubmitOnArrival(submit: () => void): void {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const asked = (state as { submit?: boolean } | null)?.submit === true;
  const tried = useRef(false);
  useEffect(() => {
    if (!asked || tried.current) return;
    tried.current = true;
    // A reload is not a second press.
    void navigate(search, { replace: true, state: null });
    submit();
  }, [asked, navigate, search, submit]);
}

/** Marks a section once the patient has visited and left it. */
function useLeftSection(section: number, leave: (numbers: readonly number[]) => void): void {
  const before = useRef(section);
  useEffect(() => {
    if (before.current === section) return;
    leave([before.current]);
    before.current = section;
  }, [section, leave]);
}
