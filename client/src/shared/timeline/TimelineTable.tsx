import Box from '@mui/material/Box';
import { formatDate } from '../ui/index.js';
import { Dot } from './Dot.js';
import { tableRows, type Told } from './lane-days.js';
import type { Lane } from './lanes.js';
import { TIMELINE_TEXT as text } from './text/en.js';

/** Every value of the chart, newest first. */
export function TimelineTable({ lanes, shown }: { lanes: readonly Lane[]; shown: boolean }) {
  return (
    <Box
      component="table"
      aria-label={text.table}
      sx={({ vars }) => ({
        display: shown ? 'table' : 'none',
        '@media print': { display: 'table' },
        width: '100%',
        borderCollapse: 'collapse',
        '& th, & td': { textAlign: 'left', verticalAlign: 'top', padding: '8px 12px 8px 0' },
        '& thead th': { fontSize: '0.875rem', fontWeight: 600, color: vars.palette.text.secondary },
        '& tbody tr': { borderTop: `1px solid ${vars.palette.portal.border}` },
        '& tbody td:first-of-type': { whiteSpace: 'nowrap' },
      })}
    >
      <thead>
        <tr>
          <th scope="col">{text.date}</th>
          <th scope="col">{text.what}</th>
          <th scope="col">{text.value}</th>
        </tr>
      </thead>
      <tbody>
        {tableRows(lanes).map((row, index) => (
          <tr key={`${row.on} ${row.lane} ${index}`}>
            <td>{formatDate(row.on)}</td>
            <td>{row.lane}</td>
            <td>
              <Value told={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** What was measured or happened, and its details. */
export function Value({ told: { text: value, note, tone } }: { told: Told }) {
  return (
    <>
      {tone && <Dot tone={tone} />} {value}
      {note && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          , {note}
        </Box>
      )}
    </>
  );
}
