import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatDate, StatusChip, visuallyHidden } from '#client/shared/ui/index.js';
import { Cell, Head, Row, WorkTable } from '../../lists/Worklist.js';
import { countSaid, figureSaid, type MeasureRow } from './figures.js';
import { QuarterLine, ShareBar } from './ShareMarks.js';
import { CLINIC_COMPLETENESS_TEXT as words } from './text/en.js';

interface MeasureTableProps {
  label: string;
  rows: readonly MeasureRow[];
  /** Lists the patients for whom a measure is overdue. */
  onMissing: (id: string) => void;
}

/** Each measure as a bar with its interval, its quarters and its patients. */
export function MeasureTable({ label, rows, onMissing }: MeasureTableProps) {
  const { columns } = words;
  return (
    <WorkTable
      label={label}
      stackBelow="lg"
      head={
        <>
          <Head>{columns.measure}</Head>
          <Head>{columns.met}</Head>
          <Head>{columns.share}</Head>
          <Head>{columns.quarters}</Head>
          <Head>{columns.missing}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell>
            <Measure row={row} />
          </Cell>
          <Cell name={columns.met} oneLine>
            <span className="tabular">{countSaid(row.now)}</span>
          </Cell>
          <Cell name={columns.share} sx={{ width: { lg: '38%' } }}>
            <ShareBar share={row.now} />
          </Cell>
          <Cell name={columns.quarters}>
            <QuarterLine over={row.over} />
          </Cell>
          <Cell name={columns.missing} oneLine>
            <Missing row={row} onMissing={onMissing} />
          </Cell>
        </Row>
      ))}
    </WorkTable>
  );
}

function Measure({ row: { title, critical, source, now } }: { row: MeasureRow }) {
  return (
    <Box sx={{ minWidth: { lg: 220 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px', fontWeight: 600 }}>
        {title}
        {critical && (
          <StatusChip tone={now.met < now.of ? 'danger' : 'neutral'}>{words.critically}</StatusChip>
        )}
      </Box>
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{words.source(source)}</Box>
    </Box>
  );
}

function Missing({ row, onMissing }: { row: MeasureRow; onMissing: (id: string) => void }) {
  const missing = row.now.of - row.now.met;
  if (missing === 0) return <Box sx={{ color: 'text.secondary' }}>{words.noneMissing}</Box>;
  return (
    <Button size="small" variant="outlined" onClick={() => onMissing(row.id)}>
      {words.missing(missing)}
      <Box component="span" sx={visuallyHidden}>
        {` ${words.showMissing(row.title)}`}
      </Box>
    </Button>
  );
}

/** The small lines in numbers: a column for each quarter. */
export function QuarterTable({ rows }: { rows: readonly MeasureRow[] }) {
  const days = rows[0]?.over.map(({ on }) => on) ?? [];
  const name = (index: number) => (index === days.length - 1 ? words.now : formatDate(days[index] ?? ''));
  return (
    <WorkTable
      label={words.quarters}
      stackBelow="lg"
      head={
        <>
          <Head>{words.columns.measure}</Head>
          {days.map((on, index) => (
            <Head key={on}>{name(index)}</Head>
          ))}
        </>
      }
    >
      {rows.map(({ id, title, over }) => (
        <Row key={id}>
          <Cell sx={{ fontWeight: 600 }}>{title}</Cell>
          {over.map(({ on, share }, index) => (
            <Cell key={on} name={name(index)} oneLine>
              <span className="tabular">{figureSaid(share)}</span>
            </Cell>
          ))}
        </Row>
      ))}
    </WorkTable>
  );
}
