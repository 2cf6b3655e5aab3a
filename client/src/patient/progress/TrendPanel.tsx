import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import type { LabFlag } from '#common/api/index.js';
import type { Tone } from '#common/vocabulary/index.js';
import type { DoseMark } from '../../shared/charts/trend.js';
import { formatDate, LoadingBlock, Panel, StatusChip, visuallyHidden } from '../../shared/ui/index.js';
import { inWords, withUnit, type Trend } from './series.js';
import { PROGRESS_TEXT as text } from './text/en.js';

// The charts are a third of the client; the text and table appear before they load.
const TrendChart = lazy(() => import('../../shared/charts/TrendChart.js'));

const FLAG_TONE: Record<LabFlag, Tone> = {
  low: 'warning',
  high: 'warning',
  normal: 'success',
  unclear: 'neutral',
};
/** One value is not a trend: the sentence says it all. */
const ENOUGH = 2;

export function TrendPanel({ trend, marks }: { trend: Trend; marks?: readonly DoseMark[] }) {
  const [asTable, setAsTable] = useState(false);
  const drawn = trend.points.length >= ENOUGH;
  return (
    <Panel
      title={trend.title}
      actions={
        drawn && (
          <Button
            variant="outlined"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
            sx={(theme) => (asTable ? { backgroundColor: theme.vars.palette.portal.sunken } : {})}
          >
            {text.asTable}
            <Box component="span" sx={visuallyHidden}>{`: ${trend.title}`}</Box>
          </Button>
        )
      }
    >
      <Typography sx={{ maxWidth: '62ch' }}>{inWords(trend)}</Typography>
      {trend.bandText && <BandKey trend={trend} />}
      {trend.mcid && (
        <Typography variant="body2" sx={{ marginTop: 0.75, color: 'text.secondary' }}>
          {trend.mcid.text}
        </Typography>
      )}
      {drawn && (
        <Box sx={{ marginTop: 2 }}>
          {asTable ? (
            <TrendTable trend={trend} />
          ) : (
            <Suspense fallback={<LoadingBlock height={260} />}>
              <TrendChart
                label={`${trend.title}. ${inWords(trend)}`}
                unit={trend.unit}
                points={trend.points}
                band={trend.band}
                {...(marks ? { marks } : {})}
                {...(trend.mcid ? { line: trend.mcid.line } : {})}
              />
            </Suspense>
          )}
        </Box>
      )}
    </Panel>
  );
}

/** The band's color, next to its label. */
function BandKey({ trend }: { trend: Trend }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginTop: 0.75, color: 'text.secondary' }}>
      <Box
        aria-hidden
        sx={({ vars }) => ({
          width: 22,
          height: 14,
          flex: 'none',
          borderRadius: '3px',
          border: `1px solid ${vars.palette.portal.border}`,
          backgroundColor: vars.palette.portal.tones.success.ground,
        })}
      />
      <Typography variant="body2">{trend.bandText}</Typography>
    </Box>
  );
}

function TrendTable({ trend }: { trend: Trend }) {
  const flagged = trend.points.some((point) => point.flag);
  return (
    <Box
      component="table"
      aria-label={trend.title}
      sx={({ vars }) => ({
        width: '100%',
        borderCollapse: 'collapse',
        '& th, & td': { textAlign: 'left', padding: '8px 12px 8px 0' },
        '& th': { fontSize: '0.875rem', fontWeight: 600, color: vars.palette.text.secondary },
        '& tbody tr': { borderTop: `1px solid ${vars.palette.portal.border}` },
      })}
    >
      <thead>
        <tr>
          <th scope="col">{text.date}</th>
          <th scope="col">{text.value}</th>
          {flagged && <th scope="col">{text.flag}</th>}
        </tr>
      </thead>
      <tbody>
        {trend.points.toReversed().map((point, index) => (
          // Two values may be from the same day; rows are only ever added at the top.
          <tr key={`${point.at}-${trend.points.length - index}`}>
            <td>{formatDate(point.at)}</td>
            <td>
              {withUnit(point, trend.unit)}{' '}
              {point.corrected && <StatusChip tone="info">{text.corrected}</StatusChip>}
            </td>
            {flagged && (
              <td>
                {point.flag && <StatusChip tone={FLAG_TONE[point.flag]}>{text.flags[point.flag]}</StatusChip>}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}
