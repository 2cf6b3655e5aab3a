import { useQuery } from '@tanstack/react-query';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { PatientProfileResponse } from '#common/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { formatDate, Page, Panel, TextLink } from '../../shared/ui/index.js';
import { dayIn } from '../../shared/ui/zones.js';
import { Facts } from '../kit/Facts.js';
import { KeptBanner } from '../kit/KeptBanner.js';
import { Loaded } from '../kit/Loaded.js';
import { ZoneOffer } from '../kit/ZoneOffer.js';
import { isKept, profileQuery } from '../data/queries.js';
import { AccessLogPanel } from './AccessLogPanel.js';
import { ClosingPanel } from './ClosingPanel.js';
import { ContactPanel } from './ContactPanel.js';
import { DocumentsPanel } from './DocumentsPanel.js';
import { PROFILE_TEXT as text } from './text/en.js';
import { VisitsPanel } from './VisitsPanel.js';

export default function ProfilePage() {
  const query = useQuery(profileQuery);
  return (
    <Page title={text.title} lead={text.lead}>
      <ZoneOffer />
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={8}>
        {(profile) => <Profile profile={profile} />}
      </Loaded>
    </Page>
  );
}

function Profile({ profile }: { profile: PatientProfileResponse }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <KeptBanner answer={profile} words={text.cached} />
      <SummaryPanel profile={profile} />
      <ContactPanel summary={profile.summary} locked={isKept(profile)} />
      <DocumentsPanel documents={profile.documents} />
      <VisitsPanel visits={profile.visits} />
      <AccessLogPanel />
      <DataPanel signed={profile.documents.length > 0} />
      <ClosingPanel />
    </Box>
  );
}

function SummaryPanel({ profile: { summary, acknowledgement } }: { profile: PatientProfileResponse }) {
  const words = text.summary;
  const zone = useZone();
  return (
    <Panel title={words.title}>
      <Facts
        columnWidth={210}
        facts={[
          [words.name, summary.name ?? words.unknown],
          [words.dob, summary.dob ? formatDate(summary.dob) : words.unknown],
          [words.age, summary.age === null ? null : words.years(summary.age)],
          [words.email, summary.email],
          [words.patientId, summary.mrn],
          [
            words.education,
            acknowledgement.acknowledged_at
              ? words.acknowledged(dayIn(acknowledgement.acknowledged_at, zone))
              : words.notAcknowledged,
          ],
        ]}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', marginTop: 2 }}>
        {words.note}
        <TextLink to="/account/security">{words.account}</TextLink>.
      </Typography>
    </Panel>
  );
}

function DataPanel({ signed }: { signed: boolean }) {
  const words = text.data;
  return (
    <Panel title={words.title}>
      <Typography sx={{ maxWidth: '60ch' }}>
        {words.lead} {signed ? words.signed : words.unsigned}
      </Typography>
      <Button
        component="a"
        href="/files/export.zip"
        download
        variant="outlined"
        startIcon={<DownloadOutlined />}
        sx={{ marginBlock: 2 }}
      >
        {words.download}
      </Button>
      <Button
        component="a"
        href="/files/record.fhir.json"
        download
        variant="text"
        startIcon={<DownloadOutlined />}
        sx={{ marginBlock: 2, marginInlineStart: { sm: 1 } }}
      >
        {words.fhir}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary', marginBottom: 1 }}>
        {words.fhirHint}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {words.care}
      </Typography>
    </Panel>
  );
}
