import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { ChartsClipPath } from '@mui/x-charts/ChartsClipPath';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { useDrawingArea, useXScale, useYScale } from '@mui/x-charts/hooks';
import { lineClasses, LinePlot, MarkPlot } from '@mui/x-charts/LineChart';
import { memo, useId } from 'react';
import { doseTicks, domainRange, tickText, timeOf, valueRange, type Band } from '../charts/trend.js';
import { Dot, DOT } from './Dot.js';
import { shareOf } from './lane-days.js';
import type { Lane, Values } from './lanes.js';
import { TIMELINE_TEXT as text } from './text/en.js';

export type Axis = readonly [Date, Date];
/** The margin on both sides of every lane, so that a day is at the same position in all of them. */
export const LEFT = 46;
export const RIGHT = 14;
const VALUES_HEIGHT = 64;
const MARKS_HEIGHT = 30;
const AXIS_HEIGHT = 30;

const known = ({ series }: Values) =>
  series.flatMap(({ points }) => points.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }])));

/** The scale of a lane: its own domain, or what its values need. */
function rangeOf(values: Values): [number, number] {
  const { band, domain, limits, marks = [], spread = [] } = values;
  const points = known(values);
  if (!domain) return valueRange(points, band);
  return domainRange(domain, [
    ...points.map(({ value }) => value),
    ...spread.flatMap((week) => [week.low, week.high]),
    ...limits,
    ...marks,
  ]);
}

/** Values as dots with a thin line over the shared axis. */
export const ValueChart = memo(function ValueChart({
  lane,
  values,
  axis,
  height = VALUES_HEIGHT,
}: ValueChartProps) {
  const { palette } = useTheme().vars;
  const plot = useId();
  const { band, limits, series, steps } = values;
  const colors = [palette.primary.main, palette.secondary.main];
  const spread = values.spread ?? [];
  const [low, high] = rangeOf(values);
  return (
    <ChartsContainer
      height={height}
      skipAnimation
      disableKeyboardNavigation
      margin={{ top: 8, right: RIGHT, bottom: 8, left: 0 }}
      series={series.map(({ name, points, simulated, reported }, index) => ({
        type: 'line',
        id: `${lane.key} ${name}`,
        xAxisId: name,
        data: points.map(({ value }) => value),
        color: colors[index % colors.length] ?? palette.primary.main,
        curve: 'linear',
        showMark: !steps && !simulated,
        ...(reported && { shape: 'diamond' as const }),
      }))}
      xAxis={series.map(({ name, points }) => ({
        id: name,
        scaleType: 'time',
        position: 'none',
        data: points.map(({ at }) => new Date(timeOf(at))),
        min: axis[0],
        max: axis[1],
      }))}
      yAxis={[
        {
          min: steps ? 0 : low,
          max: high,
          width: LEFT,
          tickNumber: 2,
          disableLine: true,
          ...(steps && {
            tickInterval: doseTicks(
              known(values).map(({ value }) => value),
              high,
            ),
          }),
        },
      ]}
      sx={{
        [`& .${lineClasses.line}`]: { strokeWidth: steps ? 2.5 : 1.5 },
        '& .MuiChartsAxis-tick': { stroke: palette.portal.inputBorder },
        '& .MuiChartsAxis-tickLabel': { fill: palette.text.secondary },
        '& .MuiChartsGrid-line': { stroke: palette.portal.border, strokeOpacity: 0.6 },
      }}
    >
      {band && <BandFill band={band} />}
      {/* The simulation begins before the first day of the axis. */}
      <ChartsClipPath id={plot} />
      {spread.length > 0 && (
        <g clipPath={`url(#${plot})`}>
          <SpreadFill spread={spread} xAxisId={series[0]?.name ?? ''} />
        </g>
      )}
      <ChartsGrid horizontal />
      {limits.map((limit) => (
        <ChartsReferenceLine
          key={limit}
          y={limit}
          lineStyle={{ stroke: palette.error.main, strokeDasharray: '4 4' }}
        />
      ))}
      {values.marks?.map((mark) => (
        <ChartsReferenceLine
          key={mark}
          y={mark}
          lineStyle={{ stroke: palette.text.secondary, strokeDasharray: '4 4' }}
        />
      ))}
      <g clipPath={`url(#${plot})`}>
        <LinePlot skipAnimation />
      </g>
      {!steps && <MarkPlot skipAnimation />}
      <ChartsYAxis />
    </ChartsContainer>
  );
});
interface ValueChartProps {
  lane: Lane;
  values: Values;
  axis: Axis;
  height?: number;
}

function SpreadFill({ spread, xAxisId }: { spread: NonNullable<Values['spread']>; xAxisId: string }) {
  const { palette } = useTheme().vars;
  const x = useXScale<'time'>(xAxisId);
  const y = useYScale<'linear'>();
  const at = (day: string, value: number) => `${x(new Date(timeOf(day)))},${y(value)}`;
  const outline = [
    ...spread.map((week) => at(week.at, week.high)),
    ...spread.toReversed().map((week) => at(week.at, week.low)),
  ];
  return (
    <polygon
      points={outline.join(' ')}
      style={{
        fill: palette.secondary.main,
        fillOpacity: 0.08,
        stroke: palette.secondary.main,
        strokeWidth: 1,
        strokeDasharray: '1 3',
      }}
    />
  );
}

function BandFill({ band }: { band: Band }) {
  const { palette } = useTheme().vars;
  const { left, top, width, height } = useDrawingArea();
  const scale = useYScale<'linear'>();
  const upper = band.high === null ? top : scale(band.high);
  const lower = band.low === null ? top + height : scale(band.low);
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

/** The x position of a day on the axis. */
export const placeOf = (on: string, axis: Axis): string => {
  const share = shareOf(on, axis);
  return `calc(${LEFT}px + (100% - ${LEFT + RIGHT}px) * ${share.toFixed(5)})`;
};

/** One dot for each entry, colored by severity; a thin tick where there are too many. */
export const MarkRow = memo(function MarkRow({ lane, axis }: { lane: Lane; axis: Axis }) {
  return (
    <Box sx={{ height: MARKS_HEIGHT, position: 'relative' }}>
      {lane.entries.map(({ on, text: what, tone = 'neutral' }, index) => (
        <Box
          key={`${on} ${what} ${index}`}
          sx={{
            position: 'absolute',
            left: placeOf(on, axis),
            top: (MARKS_HEIGHT - DOT) / 2,
            ...(lane.dense
              ? { height: DOT, borderLeft: 2, borderColor: 'primary.main', marginLeft: '-1px' }
              : { marginLeft: `${-DOT / 2}px`, lineHeight: 0 }),
          }}
        >
          {!lane.dense && <Dot tone={tone} />}
        </Box>
      ))}
    </Box>
  );
});

/** The date labels, once for all lanes. */
export const DateAxis = memo(function DateAxis({ axis }: { axis: Axis }) {
  const { palette } = useTheme().vars;
  return (
    <ChartsContainer
      height={AXIS_HEIGHT}
      skipAnimation
      disableKeyboardNavigation
      margin={{ top: 0, right: RIGHT, bottom: 0, left: LEFT }}
      series={[]}
      xAxis={[
        {
          scaleType: 'time',
          data: [...axis],
          min: axis[0],
          max: axis[1],
          height: AXIS_HEIGHT,
          tickNumber: 4,
          valueFormatter: (value: Date) => tickText(value, axis),
        },
      ]}
      yAxis={[{ position: 'none' }]}
      aria-label={text.day}
      sx={{
        '& .MuiChartsAxis-line, & .MuiChartsAxis-tick': { stroke: palette.portal.inputBorder },
        '& .MuiChartsAxis-tickLabel': { fill: palette.text.secondary },
      }}
    >
      <ChartsXAxis />
    </ChartsContainer>
  );
});
