import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import type { Lab, Plan } from '#common/api/index.js';
import { formatDate, formatResult, LoadingBlock, Panel, StatusChip } from '../../shared/ui/index.js';
import { SmallField } from '../forms/SmallField.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { useTimeline } from '../records/useTimeline.js';
import { doseMarks, labTrend, marksInWords, trendInWords, type LabTrend } from './labTrend.js';
import { seriesOf } from './LatestLabs.js';
import { LAB_TREND_TEXT as words } from './text/en.js';

// The charts are a third of the client; the text and numbers appear before they load.
const TrendChart = lazy(() => import('../../shared/charts/TrendChart.js'));
const HEIGHT = 240;
/** One value is not a trend. */
const ENOUGH = 2;

interface LabTrendPanelProps {
  caseId: string;
  panels: Lab[];
  plan: Plan | null;
}

/** One analyte over time: as a chart with its band and the doses, in words, and as a table. */
export function LabTrendPanel({ caseId, panels, plan }: LabTrendPanelProps) {
  // The values are complete without it.
  const { data: timeline } = useTimeline(caseId);
  const marks = timeline ? doseMarks(timeline) : [];
  const drawn = seriesOf(panels).filter(([, points]) => points.length >= ENOUGH);
  const [key, setKey] = useState('');
  const [asTable, setAsTable] = useState(false);
  const chosen = drawn.find(([one]) => one === key) ?? drawn[0];
  if (!chosen) return null;
  const trend = labTrend(...chosen, plan);
  return (
    <Panel
      title={words.title}
      actions={
        <Button size="small" variant="outlined" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {words.asTable}
        </Button>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '12px 24px' }}>
        <Box sx={{ flex: '0 1 220px' }}>
          <SmallField id="lab-trend" type="select" label={words.analyte} value={trend.key} onChange={setKey}>
            {drawn.map(([one, points]) => (
              <option key={one} value={one}>
                {labTrend(one, points, plan).name}
              </option>
            ))}
          </SmallField>
        </Box>
        <Box sx={{ flex: '1 1 300px' }}>
          <Typography variant="body2">{trendInWords(trend)}</Typography>
          <BandKey trend={trend} />
          {marks.length > 0 && (
            <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
              {words.marks(marksInWords(marks))}
            </Typography>
          )}
        </Box>
      </Box>
      <Box sx={{ marginTop: 2 }}>
        {asTable ? (
          <TrendTable trend={trend} />
        ) : (
          <Suspense fallback={<LoadingBlock height={HEIGHT} />}>
            <TrendChart
              label={words.chart(`${trendInWords(trend)} ${trend.bandText}.`)}
              unit={trend.unit}
              points={trend.points}
              band={trend.band}
              marks={marks}
              height={HEIGHT}
            />
          </Suspense>
        )}
      </Box>
    </Panel>
  );
}

/** The band's color, next to its label. */
function BandKey({ trend }: { trend: LabTrend }) {
  return (
    <Typography
      variant="body2"
      className="tabular"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
    >
      {trend.band && (
        <Box
          component="span"
          aria-hidden
          sx={({ vars }) => ({
            width: 20,
            height: 12,
            borderRadius: '3px',
            border: `1px solid ${vars.palette.portal.border}`,
            backgroundColor: vars.palette.portal.tones.success.ground,
          })}
        />
      )}
      {trend.bandText}
    </Typography>
  );
}

function TrendTable({ trend }: { trend: LabTrend }) {
  return (
    <WorkTable
      label={words.table}
      head={
        <>
          <Head>{words.collected}</Head>
          <Head end>{words.value}</Head>
          <Head>{words.flag}</Head>
        </>
      }
    >
      {trend.points.toReversed().map((point) => (
        <Row key={point.at}>
          <Cell>{formatDate(point.at)}</Cell>
          <Cell name={words.value} end oneLine>
            {formatResult(point)} {point.unit}
          </Cell>
          <Cell name={words.flag}>
            {point.flag === 'normal' ? (
              words.flags.normal
            ) : (
              <StatusChip tone="warning">{point.flag}</StatusChip>
            )}
          </Cell>
        </Row>
      ))}
    </WorkTable>
  );
}
