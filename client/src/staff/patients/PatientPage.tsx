import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Link from '@mui/material/Link';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ShowControllerResult } from 'react-admin';
import { useParams } from 'react-router-dom';
import type { ProviderPatientResponse } from '#common/api/index.js';
import { isNotFound } from '../../shared/api/index.js';
import {
  ButtonLink,
  Empty,
  formatDate,
  Loading,
  LoadError,
  Page,
  Panel,
  TextLink,
  withDates,
} from '../../shared/ui/index.js';
import { FactList } from '../kit/FactList.js';
import { PhoneLink } from '../kit/PhoneLink.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { NewMessageButton } from '../messages/NewMessageButton.js';
import { PlanHistory } from '../plans/PlanHistory.js';
import { PATIENT_PAGE_TEXT, PROFILE_TEXT as words } from './text/en.js';
import { Documents, Visits } from './PatientRecords.js';
import { CaseOverview, Correspondence } from './CaseOverview.js';
import { HeldNotice } from './HeldRecords.js';
import { LegalHoldButton, RecordEnd } from './LegalHold.js';
import type { PatientProfile } from '../data/dataProvider.js';
import { RecordShow } from '../records/RecordShow.js';

const RecordImport = lazy(() => import('./RecordImport.js'));

/** /trt/provider/patients/:patientId: identity, medication, plans and visits. */
export default function PatientPage() {
  const { patientId = '' } = useParams();
  return (
    <RecordShow resource="patients" id={patientId}>
      {(show) => <Patient show={show} />}
    </RecordShow>
  );
}

function Patient({
  show: { record: data, error, refetch, isFetching },
}: {
  show: ShowControllerResult<PatientProfile>;
}) {
  const patientId = data?.id ?? '';
  const name = data?.summary.name || data?.summary.email;
  return (
    <>
      <Box sx={{ maxWidth: 1440, marginInline: 'auto', fontSize: '0.875rem', marginBottom: 1 }}>
        <TextLink to="/trt/provider/patients">{PATIENT_PAGE_TEXT.patients}</TextLink>
      </Box>
      <Page
        title={words.title}
        heading={name ?? words.title}
        width={1440}
        actions={
          data && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
              {!isStale(data.source) && <NewMessageButton patientId={patientId} name={name ?? words.title} />}
              {!isStale(data.source) && (
                <LegalHoldButton
                  patientId={patientId}
                  name={name ?? words.title}
                  held={data.legal_hold_since !== null}
                />
              )}
              {data.case_id && (
                <ButtonLink to={`/trt/cases/${data.case_id}`} variant="contained">
                  {words.openCase}
                </ButtonLink>
              )}
            </Box>
          )
        }
      >
        {!data && !error && <Loading rows={8} label={PATIENT_PAGE_TEXT.loadingPatient} />}
        {error && isNotFound(error) && (
          <Empty
            title={words.notFound}
            action={<ButtonLink to="/trt/provider/patients">{words.back}</ButtonLink>}
          >
            {words.notFoundHint}
          </Empty>
        )}
        {error && !isNotFound(error) && !data && (
          <LoadError
            error={error}
            message={words.failed}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {data && <Profile data={data} />}
      </Page>
    </>
  );
}

function Profile({ data }: { data: ProviderPatientResponse }) {
  return (
    <>
      {isStale(data.source) && <SourceBanner kind="a profile from visit history" asOf={data.as_of} />}
      <RecordEnd data={data} />
      {data.held_since && (
        <Box sx={{ marginBottom: 2.5 }}>
          <HeldNotice
            patientId={data.summary.patient_id}
            name={data.summary.name ?? data.summary.email}
            since={data.held_since}
          />
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '360px minmax(0, 1fr)' },
        }}
      >
        <Stack spacing={2.5} sx={{ minWidth: 0 }}>
          <Summary data={data} />
          <Clinical data={data} />
        </Stack>
        <Stack spacing={2.5} sx={{ minWidth: 0 }}>
          {!data.intake_summary && !data.held_since && !isStale(data.source) && (
            <FromElsewhere patientId={data.summary.patient_id} />
          )}
          {data.case_id && <CaseOverview caseId={data.case_id} />}
          <PlanHistory patientId={data.summary.patient_id} />
          <Visits visits={data.visits} />
          <Correspondence patientId={data.summary.patient_id} />
          <Documents documents={data.documents} />
        </Stack>
      </Box>
    </>
  );
}

const missing = 'not recorded';

/** Breaks at the @ and the dots, not in the middle of a word. */
function breakable(email: string): ReactNode {
  return email.split(/(?=[@.])/).map((part, at) => (
    <span key={`${at}${part}`}>
      {at > 0 && <wbr />}
      {part}
    </span>
  ));
}

const call = (phone: string): ReactNode => <PhoneLink phone={phone} />;

const mailTo = (email: string): ReactNode => <Link href={`mailto:${email}`}>{breakable(email)}</Link>;

function Summary({ data: { summary, intake_summary, case_id } }: { data: ProviderPatientResponse }) {
  return (
    <Panel title={words.summary}>
      <FactList
        facts={[
          [PATIENT_PAGE_TEXT.name, summary.name ?? missing],
          [PATIENT_PAGE_TEXT.mrn, summary.mrn],
          [PATIENT_PAGE_TEXT.dateOfBirth, formatDate(summary.dob)],
          [PATIENT_PAGE_TEXT.age, summary.age ?? missing],
          [
            PATIENT_PAGE_TEXT.weight,
            intake_summary?.weight ? PATIENT_PAGE_TEXT.lb(intake_summary.weight) : missing,
          ],
          [PATIENT_PAGE_TEXT.phone, summary.phone ? call(summary.phone) : missing],
          [PATIENT_PAGE_TEXT.email, mailTo(summary.email)],
          [PATIENT_PAGE_TEXT.address, summary.address ?? missing],
          [PATIENT_PAGE_TEXT.preferredContact, summary.preferred_contact ?? missing],
          [
            PATIENT_PAGE_TEXT.education,
            summary.education_ack ? formatDate(summary.education_ack_at) : 'not read yet',
          ],
        ]}
      />
      {!case_id && <Box sx={{ color: 'text.secondary', marginTop: 2 }}>{words.noCase}</Box>}
    </Panel>
  );
}

/** A record that is still empty can be brought from another clinic. */
function FromElsewhere({ patientId }: { patientId: string }) {
  const [open, setOpen] = useState(false);
  if (open)
    return (
      <Suspense fallback={<Loading rows={3} label={words.importLoading} />}>
        <RecordImport patientId={patientId} onClose={() => setOpen(false)} />
      </Suspense>
    );
  return (
    <Panel
      title={words.importTitle}
      actions={
        <Button variant="outlined" onClick={() => setOpen(true)}>
          {words.import}
        </Button>
      }
    >
      {words.importOffer}
    </Panel>
  );
}

function Clinical({ data: { intake_summary } }: { data: ProviderPatientResponse }) {
  return (
    <Panel title={words.clinical}>
      <FactList
        facts={[
          [
            words.allergies,
            intake_summary ? withDates(intake_summary.allergies || words.noneReported) : words.noIntake,
          ],
          [
            words.medicines,
            intake_summary ? intake_summary.current_medications || words.noneReported : words.noIntake,
          ],
        ]}
      />
    </Panel>
  );
}
