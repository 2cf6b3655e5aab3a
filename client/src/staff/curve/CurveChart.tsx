import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { useDrawingArea, useXScale, useYScale } from '@mui/x-charts/hooks';
import { LinePlot } from '@mui/x-charts/LineChart';
import type { CurveLevels, CurveResponse } from '../../../../common/api/index.js';
import { formatNumber } from '../../shared/ui/format.js';
import { drawWindows, midAt, PEAK_LIMIT, placed, topOf } from './curve-series.js';
import { CURVE_TEXT as words } from './text/en.js';

interface CurveChartProps {
  curve: CurveResponse;
  target: { low: number; high: number };
  label: string;
}
const HEIGHT = 300;

/** Weeks at steady state: the current and the proposed dose, each in its band, with the measured values. */
export default function CurveChart({ curve, target, label }: CurveChartProps) {
  const { palette } = useTheme().vars;
  const { current, proposed, fitted } = curve;
  const days = current.points.map(({ day }) => day);
  const top = topOf(curve, target.high);
  const valueFormatter = (value: number | null) =>
    value === null ? '' : `${formatNumber(Math.round(value))} ${words.level}`;
  return (
    <Box role="img" aria-label={label} sx={{ width: '100%' }}>
      <ChartsContainer
        height={HEIGHT}
        skipAnimation
        disableKeyboardNavigation
        margin={{ top: 12, right: 16, bottom: 18, left: 0 }}
        series={[
          {
            type: 'line',
            id: 'current',
            label: words.current,
            data: current.points.map(({ mid }) => mid),
            color: palette.primary.main,
            curve: 'linear',
            showMark: false,
            valueFormatter,
          },
          ...(proposed
            ? [
                {
                  type: 'line' as const,
                  id: 'proposed',
                  label: words.proposed,
                  data: days.map((day) => midAt(proposed.points, day)),
                  color: palette.secondary.main,
                  curve: 'linear' as const,
                  showMark: false,
                  valueFormatter,
                },
              ]
            : []),
        ]}
        xAxis={[
          {
            scaleType: 'linear',
            data: days,
            min: 0,
            max: Math.max(...days),
            tickNumber: 7,
            label: words.day,
            valueFormatter: (day: number, context) =>
              context.location === 'tick' ? String(day) : `Day ${day.toFixed(1)}`,
          },
        ]}
        yAxis={[{ min: 0, max: top, width: 62, label: words.level, tickNumber: 5 }]}
        sx={{
          '& .MuiLineElement-root': {
            strokeWidth: 2,
            ...(!fitted && { strokeDasharray: '7 5' }),
          },
          '& .MuiChartsAxis-line, & .MuiChartsAxis-tick': { stroke: palette.portal.inputBorder },
          '& .MuiChartsAxis-tickLabel, & .MuiChartsAxis-label': { fill: palette.text.secondary },
          '& .MuiChartsGrid-line': { stroke: palette.portal.border, strokeOpacity: 0.6 },
        }}
      >
        <DrawWindows curve={curve} lastDay={Math.max(...days)} />
        <TargetBand target={target} />
        <LikelyBand levels={current} colour={palette.primary.main} />
        {proposed && <LikelyBand levels={proposed} colour={palette.secondary.main} />}
        <ChartsGrid horizontal />
        {top > PEAK_LIMIT && (
          <ChartsReferenceLine
            y={PEAK_LIMIT}
            lineStyle={{ stroke: palette.error.main, strokeDasharray: '4 4' }}
          />
        )}
        <LinePlot skipAnimation />
        <Draws curve={curve} />
        <ChartsXAxis />
        <ChartsYAxis />
        <ChartsTooltip trigger="axis" />
      </ChartsContainer>
    </Box>
  );
}

/** When a draw counts, shaded over the whole height. */
function DrawWindows({ curve, lastDay }: { curve: CurveResponse; lastDay: number }) {
  const { palette } = useTheme().vars;
  const { top, height } = useDrawingArea();
  const x = useXScale<'linear'>();
  return drawWindows(curve, lastDay).map(([from, to]) => (
    <rect
      key={from}
      x={x(from)}
      y={top}
      width={Math.max(0, x(to) - x(from))}
      height={height}
      style={{ fill: palette.portal.tones.info.ground, fillOpacity: 0.7 }}
    />
  ));
}

function TargetBand({ target }: { target: CurveChartProps['target'] }) {
  const { palette } = useTheme().vars;
  const { left, width } = useDrawingArea();
  const scale = useYScale<'linear'>();
  const [upper, lower] = [scale(target.high), scale(target.low)];
  return (
    <rect
      x={left}
      y={upper}
      width={width}
      height={Math.max(0, lower - upper)}
      style={{ fill: palette.portal.tones.success.ground }}
    />
  );
}

/** From the 5% to the 95% line. */
function LikelyBand({ levels, colour }: { levels: CurveLevels; colour: string }) {
  const x = useXScale<'linear'>();
  const y = useYScale<'linear'>();
  const at = (day: number, value: number) => `${x(day)},${y(value)}`;
  const outline = [
    ...levels.points.map(({ day, high }) => at(day, high)),
    ...levels.points.toReversed().map(({ day, low }) => at(day, low)),
  ];
  return <polygon points={outline.join(' ')} style={{ fill: colour, fillOpacity: 0.14 }} />;
}

/** Filled where the fit uses it, hollow where it does not. */
function Draws({ curve }: { curve: CurveResponse }) {
  const { palette } = useTheme().vars;
  const x = useXScale<'linear'>();
  const y = useYScale<'linear'>();
  return placed(curve.draws).map(({ day, value, used }, index) => (
    <circle
      key={`${day} ${value} ${index}`}
      cx={x(day)}
      cy={y(value)}
      r={5}
      style={{
        fill: used ? palette.text.primary : palette.background.paper,
        stroke: palette.text.primary,
        strokeWidth: 2,
      }}
    />
  ));
}
