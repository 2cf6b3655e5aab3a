import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Lab, StaffPlan } from '#common/api/index.js';
import type { Comparator } from '#common/clinical/lab-units.js';
import { isRaised } from '#common/clinical/pressure-entry.js';
import { formatDate } from '../../shared/ui/index.js';
import { visuallyHidden } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { doseLine, formulationName } from './words.js';
import { STRIP_TEXT as words } from './text/en.js';

/** Show the age of older values: a clinician decides on current data. */
const FRESH_DAYS = 28;
const DAY_MS = 86_400_000;
const daysOld = (at: string): number => Math.floor((Date.now() - Date.parse(at)) / DAY_MS);

const ARROW = { up: '▲', down: '▼', same: '▬' } as const;

interface Reading {
  value: number;
  comparator?: Comparator;
  unit: string;
  flag: string;
  on: string;
  hours: number | null;
  fromLog: boolean;
  before: number | null;
}

/** The newest value of a test, with the one before it. */
export function readingOf(labs: readonly Lab[], analyte: string): Reading | null {
  const drawn = labs.filter((lab) => lab.collected_at && lab.results[analyte]);
  const [newest, earlier] = drawn;
  const result = newest?.results[analyte];
  if (!newest?.collected_at || !result) return null;
  return {
    value: result.value,
    ...(result.comparator && { comparator: result.comparator }),
    unit: result.unit,
    flag: result.flag,
    on: newest.collected_at,
    hours: newest.since_last_dose_h,
    fromLog: newest.since_from_log === true,
    before: earlier?.results[analyte]?.value ?? null,
  };
}

type Pressure = Record<'systolic' | 'diastolic', number>;
/** By the systolic pressure; where that is the same, by the diastolic one. */
const PressureTrend = ({ now, before }: { now: Pressure; before: Pressure }) => (
  <Arrow
    way={wayOf(now.systolic - before.systolic || now.diastolic - before.diastolic)}
    before={`${before.systolic}/${before.diastolic}`}
  />
);

const Trend = ({ value, before }: { value: number; before: number | null }) =>
  before === null ? null : <Arrow way={wayOf(value - before)} before={before} />;

const wayOf = (change: number) => (change > 0 ? 'up' : change < 0 ? 'down' : 'same');

function Arrow({ way, before }: { way: keyof typeof ARROW; before: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{ color: 'text.secondary', fontWeight: 400, fontSize: '0.8125rem', whiteSpace: 'nowrap' }}
    >
      <span aria-hidden="true">{ARROW[way]}</span>
      <Box component="span" sx={visuallyHidden}>
        {words.trend[way]}{' '}
      </Box>{' '}
      {before}
    </Box>
  );
}

interface ItemProps {
  name: string;
  children: ReactNode;
  note?: string | null;
  /** Two columns wide: a text, where the others are a value. */
  wide?: boolean;
}
function Item({ name, children, note, wide = false }: ItemProps) {
  return (
    <Box sx={{ minWidth: 0, ...(wide && { gridColumn: 'span 2' }) }}>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ margin: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {children}
        {note && <Box sx={{ color: 'text.secondary', fontWeight: 400, fontSize: '0.8125rem' }}>{note}</Box>}
      </Box>
    </Box>
  );
}

interface LabItemProps {
  name: string;
  reading: Reading | null;
  /** With when it was drawn: hours after a dose, or before the treatment began. */
  timed?: { startedOn: string | null } | undefined;
}
/** Without a first dose, every draw is before treatment. */
function drawnWhen({ hours, fromLog, on }: Reading, startedOn: string | null): string {
  if (hours !== null) return words.afterDose(hours, fromLog);
  return startedOn === null || on.slice(0, 10) < startedOn ? words.beforeTreatment : words.hoursUnknown;
}

function LabItem({ name, reading, timed }: LabItemProps) {
  if (!reading)
    return (
      <Item name={name}>
        <Box component="span" sx={{ color: 'error.main' }}>
          {words.noResult}
        </Box>
      </Item>
    );
  const age = daysOld(reading.on);
  const dated = [
    formatDate(reading.on),
    age > FRESH_DAYS && words.old(age),
    timed && drawnWhen(reading, timed.startedOn),
  ];
  return (
    <Item name={name} note={dated.filter(Boolean).join(', ')}>
      <Box component="span" sx={{ color: reading.flag === 'normal' ? undefined : 'error.main' }}>
        {reading.comparator}
        {reading.value} {reading.unit}
      </Box>{' '}
      <Trend value={reading.value} before={reading.before} />
    </Item>
  );
}

/** What a clinician needs before any decision: the current dose, the last values with dates, and their trend. */
export function ClinicalStrip({ detail }: { detail: CaseDetail }) {
  const { plan, labs_history: labs, hold } = detail;
  const active = plan?.status === 'approved' && plan.plan_state === 'current' ? plan : null;
  // Answers that an earlier version cached for an outage do not include it.
  const pressure = detail.blood_pressure ?? null;
  const since = active?.approved_at ? words.since(formatDate(active.approved_at)) : null;
  const timed = active ? { startedOn: detail.therapy_start?.on ?? null } : undefined;
  const begun = [since, detail.therapy_start?.assumed && words.notBegun].filter(Boolean).join(', ');
  return (
    <Box
      component="dl"
      aria-label={words.label}
      className="tabular"
      sx={(theme) => ({
        display: 'grid',
        gap: { xs: '10px 16px', sm: '10px 24px' },
        gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))',
        margin: 0,
        padding: '12px 16px',
        borderRadius: '10px',
        backgroundColor: theme.vars.palette.background.sunken,
      })}
    >
      <Item
        name={doseTitle(detail, active)}
        note={hold ? words.hold(formatDate(hold.since)) : active && begun}
        wide={active !== null}
      >
        {active ? `${formulationName(active.formulation)}, ${doseLine(active)}` : words.none}
      </Item>
      <LabItem name={words.testosterone} reading={readingOf(labs, 'tt_ng_dl')} timed={timed} />
      <LabItem name={words.hematocrit} reading={readingOf(labs, 'hct_percent')} />
      <LabItem name={words.psa} reading={readingOf(labs, 'psa_ng_ml')} />
      <Item name={words.bloodPressure} note={pressureNote(detail)}>
        <Box component="span" sx={{ color: pressure && isRaised(pressure) ? 'error.main' : undefined }}>
          {pressure ? `${pressure.systolic}/${pressure.diastolic} mmHg` : words.unknown}
        </Box>{' '}
        {pressure?.before && <PressureTrend now={pressure} before={pressure.before} />}
      </Item>
      {active && <Item name={words.review}>{formatDate(active.next_review_at, words.notScheduled)}</Item>}
    </Box>
  );
}

/** What is held, ended or not begun is no current dose. */
function doseTitle({ hold, therapy_start: start }: CaseDetail, active: StaffPlan | null): string {
  if (!active) return words.noDose;
  if (hold) return words.held;
  return start?.assumed ? words.approved : words.treatment;
}

/** The day of the one that counts; then a home reading, where it is not that one. */
function pressureNote({ blood_pressure: counts, home_pressure: home }: CaseDetail): string | null {
  if (!counts) return null;
  const note = [formatDate(counts.on, '')];
  if (home && !counts.reported)
    note.push(`at home ${home.systolic}/${home.diastolic} on ${formatDate(home.on)}`);
  if (home || counts.reported) note.push(words.reported);
  return note.filter(Boolean).join(', ');
}
