import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import type { CurveDraw, CurveLevels, CurveResponse } from '#common/api/index.js';
import { formatDateTime, formatNumber, formatResult, StatusChip } from '../../shared/ui/index.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import {
  actionSaid,
  currentName,
  drawDue,
  inTarget,
  levelSaid,
  measuredSaid,
  steadySaid,
  targetSaid,
  windowSaid,
} from './curve-words.js';
import { CURVE_TEXT as words } from './text/en.js';

const LEVELS = ['average', 'peak', 'middle', 'trough'] as const;

interface Line {
  name: string;
  of: (levels: CurveLevels, inEffect: boolean) => ReactNode;
  /** Too long for one line. */
  wraps?: boolean;
}
const LINES: readonly Line[] = [
  { name: words.steady, of: steadySaid, wraps: true },
  ...LEVELS.map((level): Line => ({ name: words.levels[level], of: (levels) => levelSaid(levels, level) })),
  { name: words.targetRow, of: targetSaid, wraps: true },
  { name: words.actionRow, of: actionSaid, wraps: true },
  { name: words.inTarget, of: inTarget, wraps: true },
  { name: words.nextResult, of: measuredSaid, wraps: true },
  {
    name: words.over,
    of: ({ peak_over_1000: share }) => (share === null ? words.noClaim : words.percent(share)),
  },
  { name: words.window, of: windowSaid, wraps: true },
  {
    name: words.nextDraw,
    of: (levels, inEffect) => <NextDraw levels={levels} inEffect={inEffect} />,
    wraps: true,
  },
];

function NextDraw({ levels, inEffect }: { levels: CurveLevels; inEffect: boolean }) {
  return (
    <>
      {drawDue(levels, inEffect)}
      {levels.next_draw && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {levels.next_draw.draw_timing}
        </Typography>
      )}
    </>
  );
}

/** The chart in numbers. */
export function LevelTable({ curve }: { curve: CurveResponse }) {
  const { current, proposed } = curve;
  const name = currentName(curve);
  return (
    <WorkTable
      label={words.table}
      head={
        <>
          <Head>{words.level}</Head>
          <Head end>{name}</Head>
          {proposed && <Head end>{words.proposed}</Head>}
        </>
      }
    >
      {LINES.map(({ name: line, of, wraps = false }) => (
        <Row key={line}>
          <Cell>{line}</Cell>
          <Cell name={name} end oneLine={!wraps}>
            {of(current, curve.basis === 'plan')}
          </Cell>
          {proposed && (
            <Cell name={words.proposed} end oneLine={!wraps}>
              {of(proposed, false)}
            </Cell>
          )}
        </Row>
      ))}
    </WorkTable>
  );
}

/** Every draw on treatment, newest first, with its time and whether the fit uses it. */
export function DrawTable({ draws }: { draws: readonly CurveDraw[] }) {
  return (
    <WorkTable
      label={words.draws}
      head={
        <>
          <Head>{words.drawn}</Head>
          <Head end>{words.hours}</Head>
          <Head end>{words.value}</Head>
          <Head end>{words.expected}</Head>
          <Head>{words.use}</Head>
        </>
      }
    >
      {draws.toReversed().map((draw) => (
        <Row key={`${draw.collected_at} ${draw.value}`}>
          <Cell>{formatDateTime(draw.collected_at)}</Cell>
          <Cell name={words.hours} end oneLine>
            {draw.hours_after_dose === null
              ? words.unknown
              : words.after(formatNumber(draw.hours_after_dose), draw.hours_from_log === true)}
          </Cell>
          <Cell name={words.value} end oneLine>
            {formatResult(draw)} {words.level}
          </Cell>
          <Cell name={words.expected} end oneLine>
            {draw.z === null ? words.unknown : words.z(draw.z)}
          </Cell>
          <Cell name={words.use}>
            <StatusChip tone={draw.used ? 'success' : 'neutral'}>
              {draw.used ? words.used : draw.not_used ? words.notUsedFor[draw.not_used] : words.notUsed}
            </StatusChip>
          </Cell>
        </Row>
      ))}
    </WorkTable>
  );
}
