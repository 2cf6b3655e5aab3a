import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { ValueChart } from './LaneChart.js';
import { axisOf, filledLanes, momentsOf } from './lane-days.js';
import { AxisRow, laneInWords, LaneRow } from './LaneRow.js';
import { compactLanes, lanesOf, type LaneContext, type TimelineData } from './lanes.js';
import { TIMELINE_TEXT as text } from './text/en.js';

const HEIGHT = 44;

interface CompactTimelineProps extends LaneContext {
  data: TimelineData;
}

/** Dose, testosterone and hematocrit at a glance; the whole treatment is one press away. */
export default function CompactTimeline({ data, zone, productName }: CompactTimelineProps) {
  const all = useMemo(() => filledLanes(lanesOf(data, { zone, productName })), [data, zone, productName]);
  const lanes = compactLanes(all);
  const axis = useMemo(() => axisOf(momentsOf(all), data.today), [all, data.today]);
  if (lanes.length === 0) return <Typography variant="body2">{text.nothing}</Typography>;
  return (
    <>
      {lanes.map((lane) => (
        <LaneRow key={lane.key} title={lane.title} hint={lane.entries.at(-1)?.text ?? ''}>
          <Box role="img" aria-label={laneInWords(lane)}>
            {lane.values && <ValueChart lane={lane} values={lane.values} axis={axis} height={HEIGHT} />}
          </Box>
        </LaneRow>
      ))}
      <AxisRow axis={axis} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {lanes.flatMap(({ title, hint, values }) => (values?.steps ? [] : [`${title}: ${hint}.`])).join(' ')}
      </Typography>
    </>
  );
}
