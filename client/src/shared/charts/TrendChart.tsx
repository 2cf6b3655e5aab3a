import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { useDrawingArea, useXScale, useYScale } from '@mui/x-charts/hooks';
import { lineClasses, LinePlot, MarkPlot } from '@mui/x-charts/LineChart';
import { useMemo } from 'react';
import { formatDate, formatResult } from '../ui/format.js';
import { formatNumber } from '../ui/number.js';
import {
  markRows,
  tickText,
  timeOf,
  timeRange,
  valueRange,
  type Band,
  type DoseMark,
  type TrendPoint,
} from './trend.js';

export interface TrendChartProps {
  /** A one-sentence text alternative for the chart. */
  label: string;
  unit: string;
  points: readonly TrendPoint[];
  band?: Band | null;
  marks?: readonly DoseMark[];
  /** A value that the text beside the chart explains. */
  line?: number;
  height?: number;
}

const MARK_LINE = 16;
const NO_MARKS: readonly DoseMark[] = [];

/** Values over time as dots with a thin line, their range as a soft fill, dose changes as labeled marks. */
export default function TrendChart({
  label,
  unit,
  points,
  band = null,
  marks = NO_MARKS,
  line,
  height = 260,
}: TrendChartProps) {
  const { palette } = useTheme().vars;
  const times = useMemo(() => timeRange(points, marks), [points, marks]);
  const values = useMemo(
    () => valueRange(line === undefined ? points : [...points, { at: '', value: line }], band),
    [points, band, line],
  );
  const rows = useMemo(() => markRows(marks, times), [marks, times]);
  const lines = marks.length > 0 ? Math.max(...rows) + 1 : 0;
  return (
    <Box role="img" aria-label={label} sx={{ width: '100%' }}>
      <ChartsContainer
        height={height}
        skipAnimation
        disableKeyboardNavigation
        margin={{ top: 12 + lines * MARK_LINE, right: 44, bottom: 0, left: 0 }}
        series={[
          {
            type: 'line',
            data: points.map((point) => point.value),
            color: palette.primary.main,
            curve: 'linear',
            showMark: true,
            valueFormatter: (value) => (value === null ? '' : `${formatNumber(value)} ${unit}`),
          },
        ]}
        xAxis={[
          {
            scaleType: 'time',
            data: points.map((point) => new Date(timeOf(point.at))),
            min: times[0],
            max: times[1],
            tickNumber: 4,
            valueFormatter: (value: Date, context) =>
              context.location === 'tick' ? tickText(value, times) : formatDate(value.toISOString()),
          },
        ]}
        yAxis={[{ min: values[0], max: values[1], width: 62, label: unit, tickNumber: 5 }]}
        sx={{
          [`& .${lineClasses.line}`]: { strokeWidth: 1.5 },
          '& .MuiChartsAxis-line, & .MuiChartsAxis-tick': { stroke: palette.portal.inputBorder },
          '& .MuiChartsAxis-tickLabel, & .MuiChartsAxis-label': { fill: palette.text.secondary },
          '& .MuiChartsGrid-line': { stroke: palette.portal.border, strokeOpacity: 0.6 },
        }}
      >
        {band && <BandFill band={band} />}
        <ChartsGrid horizontal />
        {marks.map((mark) => (
          <ChartsReferenceLine
            key={`${mark.at} ${mark.label}`}
            x={new Date(timeOf(mark.at))}
            lineStyle={{ stroke: palette.secondary.main, strokeDasharray: '4 4' }}
          />
        ))}
        {line !== undefined && (
          <ChartsReferenceLine
            y={line}
            lineStyle={{ stroke: palette.text.secondary, strokeDasharray: '4 4' }}
          />
        )}
        <MarkLabels marks={marks} rows={rows} />
        <LinePlot skipAnimation />
        <MarkPlot skipAnimation />
        <LastValue points={points} />
        <ChartsXAxis />
        <ChartsYAxis />
        <ChartsTooltip trigger="axis" />
      </ChartsContainer>
    </Box>
  );
}

/** Fills from one limit to the other; if one is missing, to the edge of the chart. */
function BandFill({ band }: { band: Band }) {
  const { palette } = useTheme().vars;
  const { left, top, width, height } = useDrawingArea();
  const scale = useYScale<'linear'>();
  const upper = band.high === null ? top : Math.max(top, scale(band.high));
  const lower = band.low === null ? top + height : Math.min(top + height, scale(band.low));
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

function MarkLabels({ marks, rows }: { marks: readonly DoseMark[]; rows: readonly number[] }) {
  const { palette } = useTheme().vars;
  const { top } = useDrawingArea();
  const scale = useXScale<'time'>();
  return marks.map((mark, index) => (
    <text
      key={`${mark.at} ${mark.label}`}
      x={scale(new Date(timeOf(mark.at)))}
      y={top - 6 - (rows[index] ?? 0) * MARK_LINE}
      textAnchor="middle"
      style={{ fill: palette.secondary.main, fontSize: 13, fontWeight: 600, fontFamily: 'inherit' }}
    >
      {mark.label}
    </text>
  ));
}

function LastValue({ points }: { points: readonly TrendPoint[] }) {
  const { palette } = useTheme().vars;
  const x = useXScale<'time'>();
  const y = useYScale<'linear'>();
  const last = points.at(-1);
  if (!last) return null;
  return (
    <text
      x={x(new Date(timeOf(last.at))) + 10}
      y={y(last.value) + 5}
      style={{ fill: palette.text.primary, fontSize: 15, fontWeight: 700, fontFamily: 'inherit' }}
    >
      {formatResult(last)}
    </text>
  );
}
