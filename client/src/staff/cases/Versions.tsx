import Box from '@mui/material/Box';
import type { Lab } from '#common/api/index.js';
import { formatDateTime } from '../../shared/ui/index.js';
import { LabValues } from './LabValues.js';
import { REVIEW_TEXT as words } from './text/en.js';

/** The panel's values before each correction, newest first. */
export function Versions({ lab: { revision, earlier } }: { lab: Lab }) {
  if (!revision) return null;
  const author = (by: string | null) => by ?? words.unknown;
  return (
    <Box component="details" sx={{ textAlign: 'start' }}>
      <Box component="summary" sx={{ cursor: 'pointer', fontWeight: 650 }}>
        {words.versions}
      </Box>
      <Box sx={{ marginTop: 1 }}>
        {words.version(revision.n, revision.of, author(revision.by), formatDateTime(revision.at))}
        {revision.reason && <Box sx={{ overflowWrap: 'anywhere' }}>{words.reason(revision.reason)}</Box>}
      </Box>
      {earlier.map((version) => (
        <Box key={version.n} sx={{ marginTop: 1, color: 'text.secondary' }}>
          {words.version(version.n, version.of, author(version.by), formatDateTime(version.at))}
          {version.reason && <Box sx={{ overflowWrap: 'anywhere' }}>{words.reason(version.reason)}</Box>}
          <LabValues results={version.results} />
        </Box>
      ))}
    </Box>
  );
}
