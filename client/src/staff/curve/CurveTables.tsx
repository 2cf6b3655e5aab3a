import type { CurveDraw, CurveLevels, CurveResponse } from '../../../../common/api/index.js';
import { formatDateTime, formatNumber, StatusChip } from '../../shared/ui/index.js';
import { Cell, Head, Row, WorkTable } from '../kit/Worklist.js';
import { CURVE_TEXT as words } from './text/en.js';

const LEVELS = ['average', 'peak', 'middle', 'trough'] as const;
const PEAKS: readonly string[] = ['peak', 'peak_over_1000'];

/** The chart in numbers. */
export function LevelTable({ curve }: { curve: CurveResponse }) {
  const { current, proposed } = curve;
  const shares = [
    { name: words.inTarget, key: 'in_target' },
    { name: words.over, key: 'peak_over_1000' },
  ] as const;
  const claimed = (levels: CurveLevels, key: string, said: string): string =>
    levels.average_only && PEAKS.includes(key) ? words.noPeak : said;
  return (
    <WorkTable
      label={words.table}
      head={
        <>
          <Head>{words.level}</Head>
          <Head end>{words.current}</Head>
          {proposed && <Head end>{words.proposed}</Head>}
        </>
      }
    >
      {LEVELS.map((level) => (
        <Row key={level}>
          <Cell>{words.levels[level]}</Cell>
          <Cell name={words.current} end oneLine>
            {claimed(current, level, words.range(current[level]))}
          </Cell>
          {proposed && (
            <Cell name={words.proposed} end oneLine>
              {claimed(proposed, level, words.range(proposed[level]))}
            </Cell>
          )}
        </Row>
      ))}
      {shares.map(({ name, key }) => (
        <Row key={key}>
          <Cell>{name}</Cell>
          <Cell name={words.current} end oneLine>
            {claimed(current, key, words.percent(current[key]))}
          </Cell>
          {proposed && (
            <Cell name={words.proposed} end oneLine>
              {claimed(proposed, key, words.percent(proposed[key]))}
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
            {draw.hours_after_dose === null ? words.unknown : formatNumber(draw.hours_after_dose)}
          </Cell>
          <Cell name={words.value} end oneLine>
            {formatNumber(draw.value)} {words.level}
          </Cell>
          <Cell name={words.expected} end oneLine>
            {draw.z === null ? words.unknown : words.z(draw.z)}
          </Cell>
          <Cell name={words.use}>
            <StatusChip tone={draw.used ? 'success' : 'neutral'}>
              {draw.used ? words.used : words.notUsed}
            </StatusChip>
          </Cell>
        </Row>
      ))}
    </WorkTable>
  );
}
