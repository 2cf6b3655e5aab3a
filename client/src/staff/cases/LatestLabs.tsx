import Box from '@mui/material/Box';
import type { Lab, LabResult } from '#common/api/index.js';
import { ANALYTE_BY_KEY } from '#common/clinical/labs.js';
import { formatDate, formatResult, humanize, StatusChip } from '../../shared/ui/index.js';
import type { LabPoint } from './labTrend.js';

/** Each analyte's values, oldest first. The four the program follows come first. */
export function seriesOf(panels: Lab[]): [string, LabPoint[]][] {
  const first = ['tt_ng_dl', 'hct_percent', 'psa_ng_ml', 'estradiol_pg_ml'];
  const series = new Map<string, LabPoint[]>(first.map((key) => [key, []]));
  const dated = panels.filter((lab): lab is Lab & { collected_at: string } => lab.collected_at !== null);
  for (const lab of dated.sort((a, b) => Date.parse(a.collected_at) - Date.parse(b.collected_at))) {
    for (const [key, result] of Object.entries(lab.results)) {
      series.set(key, [...(series.get(key) ?? []), { ...result, at: lab.collected_at }]);
    }
  }
  return [...series].filter(([, points]) => points.length > 0);
}

/** The newest value of each analyte with its range, flag, previous value and a small trend. */
export function LatestLabs({ panels }: { panels: Lab[] }) {
  return (
    <Box
      component="dl"
      className="tabular"
      sx={{
        display: 'grid',
        gap: 1.5,
        margin: 0,
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)', xl: 'repeat(4, 1fr)' },
      }}
    >
      {seriesOf(panels).map(([key, points]) => (
        <Latest key={key} name={humanize(ANALYTE_BY_KEY.get(key)?.short ?? key)} points={points} />
      ))}
    </Box>
  );
}

function rangeText({ reference_low: low, reference_high: high }: LabResult): string {
  if (low !== null && high !== null) return `range ${low} to ${high}`;
  if (high !== null) return `up to ${high}`;
  return low !== null ? `from ${low}` : 'no range';
}

function Latest({ name, points }: { name: string; points: LabPoint[] }) {
  const last = points[points.length - 1];
  const before = points[points.length - 2];
  if (!last) return null;
  return (
    <Box
      sx={{
        padding: '12px 14px',
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        backgroundColor: 'background.paper',
      }}
    >
      <Box
        component="dt"
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'center',
          gap: 1,
          fontSize: '0.875rem',
          color: 'text.secondary',
          minHeight: 26,
        }}
      >
        {name}
        {last.flag !== 'normal' && <StatusChip tone="warning">{last.flag}</StatusChip>}
      </Box>
      <Box component="dd" sx={{ margin: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-end', justifyContent: 'space-between', gap: 1 }}>
          <Box>
            <Box component="span" sx={{ fontSize: '1.375rem', fontWeight: 700 }}>
              {formatResult(last)}
            </Box>{' '}
            {last.unit}
          </Box>
          <Sparkline values={points.map((point) => point.value)} />
        </Box>
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', marginTop: 0.5 }}>
          {formatDate(last.at)} · {rangeText(last)}
          {before && ` · before ${formatResult(before)}`}
        </Box>
      </Box>
    </Box>
  );
}

/** Shape only; the numbers are beside it and in the table below. */
function Sparkline({ values }: { values: number[] }) {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const spots = values.map(
    (value, index) => [4 + (index / (values.length - 1)) * 56, 22 - ((value - low) / span) * 18] as const,
  );
  const end = spots[spots.length - 1] ?? [0, 0];
  return (
    <Box
      component="svg"
      width={66}
      height={26}
      viewBox="0 0 66 26"
      aria-hidden
      sx={{ color: 'primary.main', flex: 'none' }}
    >
      <polyline
        points={spots.map((spot) => spot.join(',')).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      <circle cx={end[0]} cy={end[1]} r="3" fill="currentColor" />
    </Box>
  );
}
