import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { lineClasses, LinePlot } from '@mui/x-charts/LineChart';
import type { CurveResponse } from '#common/api/index.js';
import { formatNumber } from '../../shared/ui/number.js';
import { Draws, DrawWindows, LikelyBand, Limits, TargetBand } from './CurveMarks.js';
import { daysOf, lastDayOf, midAt, repeated, topOf, hasTarget } from './curve-series.js';
import { currentName, curveInWords } from './curve-words.js';
import { CURVE_TEXT as words } from './text/en.js';

const HEIGHT = 320;

const valueFormatter = (value: number | null) =>
  value === null ? '' : `${formatNumber(Math.round(value))} ${words.level}`;

/** Weeks at steady state: the current and the proposed dose, each in its band, with the measured values. */
export default function CurveChart({ curve }: { curve: CurveResponse }) {
  const { palette } = useTheme().vars;
  const { current, proposed } = curve;
  const last = lastDayOf(curve);
  const drawn = [
    { id: 'current', name: currentName(curve), levels: current, color: palette.primary.main },
    ...(proposed
      ? [{ id: 'proposed', name: words.proposed, levels: proposed, color: palette.secondary.main }]
      : []),
  ].map((one) => ({ ...one, points: repeated(one.levels.points, last) }));
  const days = daysOf(...drawn.map(({ points }) => points));
  // Dashed: the average patient's, not fitted to this one.
  const averagePatient = drawn
    .map(({ id, levels }) => `& .${lineClasses.line}${levels.fitted ? '.none' : `[data-series="${id}"]`}`)
    .join(', ');
  return (
    <Box role="img" aria-label={curveInWords(curve)} sx={{ width: '100%' }}>
      <ChartsContainer
        height={HEIGHT}
        skipAnimation
        disableKeyboardNavigation
        margin={{ top: 12, right: 16, bottom: 18, left: 0 }}
        series={drawn.map(({ id, name, levels, color, points }) => ({
          type: 'line',
          id,
          label: levels.average_only ? words.averageOnly(name) : name,
          data: days.map((day) => midAt(points, day)),
          color,
          curve: 'linear',
          showMark: false,
          valueFormatter,
        }))}
        xAxis={[
          {
            scaleType: 'linear',
            data: days,
            min: 0,
            max: last,
            tickNumber: 7,
            label: words.day,
            valueFormatter: (day: number, context) =>
              context.location === 'tick' ? String(day) : words.onDay(day),
          },
        ]}
        yAxis={[{ min: 0, max: topOf(curve), width: 62, label: words.level, tickNumber: 5 }]}
        sx={{
          [`& .${lineClasses.line}`]: { strokeWidth: 2 },
          [averagePatient]: { strokeDasharray: '7 5' },
          '& .MuiChartsAxis-line, & .MuiChartsAxis-tick': { stroke: palette.portal.inputBorder },
          '& .MuiChartsAxis-tickLabel, & .MuiChartsAxis-label': { fill: palette.text.secondary },
          '& .MuiChartsGrid-line': { stroke: palette.portal.border, strokeOpacity: 0.6 },
        }}
      >
        <DrawWindows curve={curve} />
        {hasTarget(current) && <TargetBand target={current.target} />}
        {drawn.map(({ id, points, color }) => (
          <LikelyBand key={id} points={points} color={color} />
        ))}
        <ChartsGrid horizontal />
        <LinePlot skipAnimation />
        <Limits curve={curve} />
        <Draws curve={curve} />
        <ChartsXAxis />
        <ChartsYAxis />
        <ChartsTooltip trigger="axis" />
      </ChartsContainer>
    </Box>
  );
}
