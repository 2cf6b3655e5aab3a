import { useTheme } from '@mui/material/styles';
import { useDrawingArea, useXScale, useYScale } from '@mui/x-charts/hooks';
import type { CurveLevels, CurveResponse } from '#common/api/index.js';
import { actionLimits, PEAK_LIMIT, placed, shadedWindows, hasTarget, type Point } from './curve-series.js';
import { CURVE_TEXT as words } from './text/en.js';

interface OfCurve {
  curve: CurveResponse;
}

/** When a draw counts, shaded over the whole height; the proposed plan's only outlined. */
export function DrawWindows({ curve }: OfCurve) {
  const { palette } = useTheme().vars;
  const { top, height } = useDrawingArea();
  const x = useXScale<'linear'>();
  const { current, proposed } = shadedWindows(curve);
  const looks = [
    ...current.map((span) => ({ span, of: 'current', style: { fill: palette.portal.tones.info.ground } })),
    ...proposed.map((span) => ({
      span,
      of: 'proposed',
      style: { fill: 'none', stroke: palette.secondary.main, strokeDasharray: '2 3' },
    })),
  ];
  return looks.map(({ span: [from, to], of, style }) => (
    <rect
      key={`${of} ${from}`}
      x={x(from)}
      y={top}
      width={Math.max(0, x(to) - x(from))}
      height={height}
      style={{ fillOpacity: 0.7, ...style }}
    />
  ));
}

const LABEL_SIZE = 11;

interface LabelProps {
  x: number;
  y: number;
  anchor: 'start' | 'end';
  color: string;
  children: string;
}
/** Readable over lines and bands: with a halo of the ground. */
function Label({ x, y, anchor, color, children }: LabelProps) {
  const { palette } = useTheme().vars;
  return (
    <text
      x={x}
      y={y}
      textAnchor={anchor}
      style={{
        fill: color,
        fontSize: LABEL_SIZE,
        fontFamily: 'inherit',
        stroke: palette.background.paper,
        strokeWidth: 3,
        paintOrder: 'stroke',
        pointerEvents: 'none',
      }}
    >
      {children}
    </text>
  );
}

export function TargetBand({ target }: Pick<CurveLevels, 'target'>) {
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

/** The peak limit, the action limits and the name of the target, each beside its line. */
export function Limits({ curve }: OfCurve) {
  const { palette } = useTheme().vars;
  const { left, width } = useDrawingArea();
  const y = useYScale<'linear'>();
  const right = left + width;
  const { target } = curve.current;
  const warning = palette.portal.tones.warning.ink;
  const lines = [
    { value: PEAK_LIMIT, label: words.limitLabel, color: palette.error.main, above: true, own: true },
    ...actionLimits(curve).flatMap(({ of, low, ...high }) => {
      const own = of === 'current';
      const named = (label: string) => (own ? label : words.ofProposed(label));
      const color = own ? warning : palette.secondary.main;
      return [
        { value: high.high, label: named(words.actHigh(high)), color, above: true, own },
        { value: low, label: named(words.actLow(low)), color, above: false, own },
      ];
    }),
  ];
  return (
    <>
      {lines.map(({ value, label, color, above, own }) => (
        <g key={label}>
          <line
            x1={left}
            x2={right}
            y1={y(value)}
            y2={y(value)}
            style={{ stroke: color, strokeDasharray: own ? '4 4' : '1 4' }}
          />
          <Label
            x={own ? right - 4 : left + 6}
            y={y(value) + (above ? -4 : LABEL_SIZE + 2)}
            anchor={own ? 'end' : 'start'}
            color={color}
          >
            {label}
          </Label>
        </g>
      ))}
      {hasTarget(curve.current) && (
        <Label x={right - 4} y={y(target.low) - 5} anchor="end" color={palette.portal.tones.success.ink}>
          {words.targetLabel(target.low, target.high)}
        </Label>
      )}
    </>
  );
}

/** From the 5% to the 95% line. */
export function LikelyBand({ points, color }: { points: readonly Point[]; color: string }) {
  const x = useXScale<'linear'>();
  const y = useYScale<'linear'>();
  const at = (day: number, value: number) => `${x(day)},${y(value)}`;
  const outline = [
    ...points.map(({ day, high }) => at(day, high)),
    ...points.toReversed().map(({ day, low }) => at(day, low)),
  ];
  return <polygon points={outline.join(' ')} style={{ fill: color, fillOpacity: 0.14 }} />;
}

/** Filled where the fit uses it, hollow where it does not. */
export function Draws({ curve }: OfCurve) {
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
