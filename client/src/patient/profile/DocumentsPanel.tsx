import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { PatientDocument } from '#common/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { humanize, Panel, StatusChip, visuallyHidden } from '../../shared/ui/index.js';
import { momentIn } from '../../shared/ui/zones.js';
import { Quiet } from '../kit/Quiet.js';
import { PROFILE_TEXT } from './text/en.js';

const text = PROFILE_TEXT.documents;

/** Newest first, each kind by its newest version; earlier versions are collapsed. */
export function DocumentsPanel({ documents }: { documents: readonly PatientDocument[] }) {
  const newest = documents.toSorted((a, b) => signedAt(b).localeCompare(signedAt(a)));
  const kinds = [...new Set(newest.map((one) => one.slug))];
  const intake = kinds.filter((slug) => slug === 'intake');
  const signed = kinds.filter((slug) => slug !== 'intake');
  const listOf = (slugs: readonly string[]) =>
    slugs.map((slug) => <Kind key={slug} versions={newest.filter((one) => one.slug === slug)} />);
  return (
    <Panel title={text.title}>
      {documents.length === 0 && <Quiet>{text.none}</Quiet>}
      {intake.length > 0 && <Group title={text.intake}>{listOf(intake)}</Group>}
      {signed.length > 0 && <Group title={text.signed}>{listOf(signed)}</Group>}
    </Panel>
  );
}

const signedAt = (one: PatientDocument): string => one.finalized_at ?? one.created_at;

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Box sx={{ '& + &': { marginTop: 3 } }}>
      <Typography variant="h4" component="h3">
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {children}
      </Box>
    </Box>
  );
}

function Kind({ versions }: { versions: readonly PatientDocument[] }) {
  const [newest, ...earlier] = versions;
  if (!newest) return null;
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Row document={newest} />
      {earlier.length > 0 && (
        <Box component="details" sx={{ paddingBottom: 1 }}>
          <Box
            component="summary"
            sx={{ cursor: 'pointer', color: 'primary.main', minHeight: 44, paddingBlock: '10px' }}
          >
            {text.earlier(earlier.length)}
            <Box component="span" sx={visuallyHidden}>{`: ${newest.title}`}</Box>
          </Box>
          {earlier.map((one) => (
            <Row key={one.id} document={one} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function Row({ document }: { document: PatientDocument }) {
  const date = momentIn(signedAt(document), useZone());
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1.5,
        paddingBlock: 1.25,
      }}
    >
      <div>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {document.title}
          </Box>
          <StatusChip tone="success">{text.state[document.state] ?? humanize(document.state)}</StatusChip>
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {document.signed_by ? text.signedBy(document.signed_by, date) : text.signedOn(date)}
        </Typography>
      </div>
      <Button
        component="a"
        href={`/files/documents/${document.id}.pdf`}
        download
        variant="outlined"
        startIcon={<PictureAsPdfOutlined />}
      >
        {text.download}
        <Box component="span" sx={visuallyHidden}>
          {text.downloadFor(document.title, date)}
        </Box>
      </Button>
    </Box>
  );
}
