import { useInfiniteQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { AccessLogResponse } from '#common/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { Panel, TextLink } from '../../shared/ui/index.js';
import { momentIn } from '../../shared/ui/zones.js';
import { Loaded } from '../kit/Loaded.js';
import { Quiet } from '../kit/Quiet.js';
import { accessLogQuery } from '../data/queries.js';
import { PROFILE_TEXT } from './text/en.js';

const text = PROFILE_TEXT.log;
const FIRST = 5;

export function AccessLogPanel() {
  const query = useInfiniteQuery(accessLogQuery);
  const earlier = {
    more: query.hasNextPage,
    loading: query.isFetchingNextPage,
    load: () => void query.fetchNextPage(),
  };
  return (
    <Panel title={text.title}>
      <Typography sx={{ color: 'text.secondary', marginBottom: 2 }}>
        {text.lead} {text.apps}
        <TextLink to="/trt/patient/apps">{text.appsLink}</TextLink>.
      </Typography>
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={3}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return entries.length === 0 ? (
            <Quiet>{text.none}</Quiet>
          ) : (
            <Entries entries={entries} earlier={earlier} />
          );
        }}
      </Loaded>
    </Panel>
  );
}

interface EntriesProps {
  entries: AccessLogResponse['entries'];
  earlier: { more: boolean; loading: boolean; load: () => void };
}
function Entries({ entries, earlier }: EntriesProps) {
  const zone = useZone();
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, FIRST);
  return (
    <>
      <Box
        component="table"
        aria-label={text.title}
        sx={({ vars }) => ({
          width: '100%',
          borderCollapse: 'collapse',
          '& th, & td': { textAlign: 'left', padding: '8px 12px 8px 0', verticalAlign: 'top' },
          '& th': { fontSize: '0.875rem', fontWeight: 600, color: vars.palette.text.secondary },
          '& tbody tr': { borderTop: `1px solid ${vars.palette.portal.border}` },
        })}
      >
        <thead>
          <tr>
            <th scope="col">{text.when}</th>
            <th scope="col">{text.who}</th>
            <th scope="col">{text.what}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((entry, index) => (
            // The same person may do the same thing twice at once; rows are only ever added at the top.
            <tr key={`${entry.at}-${entries.length - index}`}>
              <td>{momentIn(entry.at, zone)}</td>
              <td>
                {entry.who}
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {[entry.role, entry.organisation].filter(Boolean).join(', ')}
                </Typography>
              </td>
              <td>{entry.action}</td>
            </tr>
          ))}
        </tbody>
      </Box>
      {entries.length > FIRST && (
        <Button sx={{ marginTop: 1, marginLeft: -1.5 }} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? text.fewer : text.all(entries.length, earlier.more)}
        </Button>
      )}
      {all && earlier.more && (
        <Button sx={{ marginTop: 1 }} disabled={earlier.loading} onClick={earlier.load}>
          {text.earlier}
        </Button>
      )}
    </>
  );
}
