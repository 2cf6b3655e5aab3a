import { chart } from './text.js';

const WIDTH = 460;
const HEIGHT = 320;
const LEFT = 44;
const RIGHT = 24;
const TOP = 20;
const BOTTOM = 36;

const x = (month: number) => LEFT + (month / 12) * (WIDTH - LEFT - RIGHT);
const y = (value: number) => HEIGHT - BOTTOM - ((value - 200) / 500) * (HEIGHT - TOP - BOTTOM);

const points = [
  [0, 262],
  [1.5, 381],
  [4.5, 497],
  [8, 541],
  [11.4, 528],
] as const;
const doseChange = 2.6;

/** The product as the picture: a lab trend entering its target range. Labeled as example data. */
export function LabTrend() {
  const path = points.map(([month, value], index) => `${index ? 'L' : 'M'}${x(month)} ${y(value)}`).join('');
  const [lastMonth, lastValue] = points[points.length - 1] ?? [0, 0];
  return (
    <figure className="trend">
      <figcaption className="trend-head">
        <span className="trend-title">
          {chart.title} <span className="trend-unit">{chart.unit}</span>
        </span>
        <span className="trend-tag">{chart.example}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={chart.summary}>
        <rect
          className="band"
          x={LEFT}
          y={y(600)}
          width={WIDTH - LEFT - RIGHT}
          height={y(450) - y(600)}
          rx="4"
        />
        {[300, 450, 600].map((tick) => (
          <g key={tick}>
            <line className="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text className="axis" x={LEFT - 10} y={y(tick) + 5} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {chart.months.map((label, index) => (
          <text
            key={label}
            className="axis"
            x={x(index * 3)}
            y={HEIGHT - 10}
            textAnchor={index === 0 ? 'start' : index === 4 ? 'end' : 'middle'}
          >
            {label}
          </text>
        ))}
        <text className="band-label" x={WIDTH - RIGHT - 10} y={y(600) - 10} textAnchor="end">
          {chart.target}
        </text>
        <line className="dose" x1={x(doseChange)} x2={x(doseChange)} y1={TOP} y2={HEIGHT - BOTTOM} />
        <text className="dose-label" x={x(doseChange) + 8} y={y(232)}>
          {chart.dose}
        </text>
        <path className="line" d={path} />
        {points.map(([month, value]) => (
          <circle key={month} className="dot" cx={x(month)} cy={y(value)} r="5.5" />
        ))}
        <text className="last-value" x={x(lastMonth) + 4} y={y(lastValue) + 30} textAnchor="end">
          {chart.last}
        </text>
        <text className="last-word" x={x(lastMonth) + 4} y={y(lastValue) + 50} textAnchor="end">
          {chart.inTarget}
        </text>
      </svg>
    </figure>
  );
}
