import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useState, type ChangeEvent, type PointerEvent } from 'react';
import { Empty, formatDate } from '../ui/index.js';
import { LEFT, MarkRow, placeOf, RIGHT, ValueChart } from './LaneChart.js';
import { AxisRow, laneInWords, LaneRow } from './LaneRow.js';
import {
  axisOf,
  entriesOn,
  filledLanes,
  inWords,
  missingLine,
  momentsOf,
  nearestMoment,
  placeOn,
  PLACES,
  slidTo,
} from './lane-days.js';
import { lanesOf, type Lane, type LaneContext, type TimelineData } from './lanes.js';
import { TIMELINE_TEXT as text } from './text/en.js';
import { TimelineTable, Value } from './TimelineTable.js';

export interface TimelineProps extends LaneContext {
  data: TimelineData;
}

/** A treatment as lanes on one time axis; describes one day at a time, by pointer or keyboard. */
export default function Timeline({ data, zone, productName }: TimelineProps) {
  const [asTable, setAsTable] = useState(false);
  const all = useMemo(() => lanesOf(data, { zone, productName }), [data, zone, productName]);
  const lanes = useMemo(() => filledLanes(all), [all]);
  if (lanes.length === 0) return <Empty title={text.nothing}>{missingLine(all)}</Empty>;
  const missing = missingLine(all);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '@media print': { display: 'none' } }}>
        <Button
          size="small"
          variant="outlined"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          sx={(theme) => (asTable ? { backgroundColor: theme.vars.palette.portal.sunken } : {})}
        >
          {text.asTable}
        </Button>
        <Button size="small" variant="outlined" onClick={() => window.print()}>
          {text.print}
        </Button>
      </Box>
      {!asTable && <Lanes lanes={lanes} today={data.today} />}
      {!asTable && data.simulated && data.simulated.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text.simulatedNote}
        </Typography>
      )}
      <TimelineTable lanes={lanes} shown={asTable} />
      {missing && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {missing}
        </Typography>
      )}
    </Box>
  );
}

function Lanes({ lanes, today }: { lanes: readonly Lane[]; today: string }) {
  const moments = useMemo(() => momentsOf(lanes), [lanes]);
  const axis = useMemo(() => axisOf(moments, today), [moments, today]);
  const [chosen, setChosen] = useState<string | null>(null);
  const past = moments.findLast((on) => on <= today) ?? moments[0] ?? today;
  const on = chosen !== null && moments.includes(chosen) ? chosen : past;
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left - LEFT) / (width - LEFT - RIGHT);
    setChosen(nearestMoment(moments, share, axis) ?? null);
  };
  return (
    <Box sx={{ '@media print': { display: 'none' } }}>
      <Readout lanes={lanes} moments={moments} on={on} />
      <LaneRow title={text.day}>
        <DaySlider lanes={lanes} moments={moments} axis={axis} on={on} onChoose={setChosen} />
      </LaneRow>
      {lanes.map((lane) => (
        <LaneRow key={lane.key} title={lane.title} hint={lane.hint}>
          <Box
            role="img"
            aria-label={laneInWords(lane)}
            onPointerMove={follow}
            onPointerDown={follow}
            sx={{ position: 'relative', touchAction: 'pan-y' }}
          >
            {lane.values ? (
              <ValueChart lane={lane} values={lane.values} axis={axis} />
            ) : (
              <MarkRow lane={lane} axis={axis} />
            )}
            <Box
              sx={({ vars }) => ({
                position: 'absolute',
                insetBlock: 0,
                left: placeOf(on, axis),
                borderLeft: `1px solid ${vars.palette.text.secondary}`,
                pointerEvents: 'none',
              })}
            />
          </Box>
        </LaneRow>
      ))}
      <AxisRow axis={axis} />
    </Box>
  );
}

interface DayProps {
  lanes: readonly Lane[];
  moments: readonly string[];
  on: string;
}
interface DaySliderProps extends DayProps {
  axis: readonly [Date, Date];
  onChoose: (on: string) => void;
}
/** Steps through the days with entries by keyboard, one at a time; its thumb stands at the day. */
function DaySlider({ lanes, moments, axis, on, onChoose }: DaySliderProps) {
  return (
    <Box
      component="input"
      type="range"
      aria-label={text.day}
      aria-valuetext={inWords(on, entriesOn(lanes, on))}
      min={0}
      max={PLACES}
      value={placeOn(on, axis)}
      onChange={(event: ChangeEvent<HTMLInputElement>) =>
        onChoose(slidTo(moments, { from: on, to: event.target.valueAsNumber }, axis) ?? on)
      }
      sx={({ vars }) => ({
        display: 'block',
        width: `calc(100% - ${LEFT + RIGHT}px)`,
        height: 32,
        margin: `0 ${RIGHT}px 0 ${LEFT}px`,
        accentColor: vars.palette.primary.main,
      })}
    />
  );
}

/** Describes one day; reserves the height of the longest one, so that nothing below moves. */
function Readout({ lanes, moments, on }: DayProps) {
  const longest = useMemo(
    () =>
      moments.reduce(
        (best, one) => {
          const length = inWords(one, entriesOn(lanes, one)).length;
          return length > best.length ? { on: one, length } : best;
        },
        { on, length: 0 },
      ).on,
    [lanes, moments, on],
  );
  return (
    <Box sx={{ display: 'grid', '& > *': { gridArea: '1 / 1' }, paddingBottom: 1 }}>
      <Box aria-hidden sx={{ visibility: 'hidden' }}>
        <Day lanes={lanes} on={longest} />
      </Box>
      <Day lanes={lanes} on={on} />
    </Box>
  );
}

function Day({ lanes, on }: { lanes: readonly Lane[]; on: string }) {
  const told = entriesOn(lanes, on);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600 }}>{formatDate(on)}</Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          gap: '2px 20px',
          fontSize: '0.875rem',
        }}
      >
        {told.map((one, index) => (
          <li key={`${one.lane} ${one.text} ${index}`}>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {one.lane}
            </Box>{' '}
            <Value told={one} />
          </li>
        ))}
      </Box>
    </Box>
  );
}
