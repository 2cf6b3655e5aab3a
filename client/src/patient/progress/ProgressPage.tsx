import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DosePeriod, EmergencyAdvice, ProgressResponse } from '#common/api/index.js';
import { asksOf } from '#common/scores/questionnaires.js';
import { peekDraft } from '../../shared/session/returnTicket.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { EMERGENCY_TEXT } from '../../shared/emergency/text.js';
import { useZone } from '../../shared/session/index.js';
import { Empty, formatDate, Notice, Page, Panel } from '../../shared/ui/index.js';
import { formulationName } from '../kit/formulations.js';
import { HighPressure } from '../kit/HighPressure.js';
import { Loaded } from '../kit/Loaded.js';
import { Quiet } from '../kit/Quiet.js';
import { progressQuery } from '../data/queries.js';
import { CHECK_IN_KEY } from './check-in.js';
import type { FollowUp } from './CheckInForm.js';
import { Phq9Form } from './Phq9Form.js';
import { FOLLOW_UP_TEXT, SCALE_TEXT } from './text/questionnaires.js';
import { LabReportsPanel } from './LabReportsPanel.js';
import { checkInTrends, doseMarks, labTrend } from './series.js';
import { PROGRESS_TEXT as text } from './text/en.js';
import { TrendPanel } from './TrendPanel.js';

const CheckInForm = lazy(async () => ({ default: (await import('./CheckInForm.js')).CheckInForm }));

export default function ProgressPage() {
  const query = useQuery(progressQuery);
  const [asked] = useSearchParams();
  const [checking, setChecking] = useState(
    () => asked.has('check-in') || peekDraft(CHECK_IN_KEY) !== undefined,
  );
  const [followUp, setFollowUp] = useState<FollowUp | null>(null);
  const [advice, setAdvice] = useState<EmergencyAdvice | null>(null);
  const [high, setHigh] = useState(false);
  return (
    <Page
      title={text.title}
      lead={text.lead}
      width={1040}
      actions={
        !checking && (
          <Button variant="contained" onClick={() => setChecking(true)}>
            {text.newCheckIn}
          </Button>
        )
      }
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
        {advice && (
          <EmergencyCard kind={advice.kind} advice={advice.text} onClose={() => setAdvice(null)}>
            {EMERGENCY_TEXT.saved}
          </EmergencyCard>
        )}
        {high && <HighPressure role="status" />}
        {checking && (
          <Panel title={text.form.title}>
            <Suspense>
              <CheckInForm
                asks={query.data?.asks ?? asksOf(false)}
                onClose={() => setChecking(false)}
                onEmergency={setAdvice}
                onFollowUp={setFollowUp}
                onPressure={setHigh}
              />
            </Suspense>
          </Panel>
        )}
        {followUp && <Next followUp={followUp} onClose={() => setFollowUp(null)} onEmergency={setAdvice} />}
        <Loaded query={query} label={text.title} failed={text.loadFailed} rows={8}>
          {(progress) => (
            <>
              <Trends progress={progress} />
              <LabReportsPanel />
            </>
          )}
        </Loaded>
      </Box>
    </Page>
  );
}

interface NextProps {
  followUp: FollowUp;
  onClose: () => void;
  onEmergency: (advice: EmergencyAdvice | null) => void;
}
/** What follows a low mood, in view: the check-in that led to it was far down the page. */
function Next({ followUp: { checkIn, owner }, onClose, onEmergency }: NextProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView();
    box.current?.focus({ preventScroll: true });
  }, [checkIn]);
  return (
    <Box ref={box} tabIndex={-1} sx={{ scrollMarginTop: 88, outline: 'none' }}>
      <Panel title={owner === null ? FOLLOW_UP_TEXT.title : SCALE_TEXT.phq9.title}>
        {owner === null ? (
          <Notice tone="info">
            {FOLLOW_UP_TEXT.careTeam} {FOLLOW_UP_TEXT.now}
          </Notice>
        ) : (
          <Phq9Form checkIn={checkIn} owner={owner} onClose={onClose} onEmergency={onEmergency} />
        )}
      </Panel>
    </Box>
  );
}

function Trends({ progress }: { progress: ProgressResponse }) {
  const zone = useZone();
  const marks = doseMarks(progress.doses);
  const labs = progress.labs.map((one) => labTrend(one, zone));
  const feelings = checkInTrends(progress.check_ins, zone);
  return (
    <>
      <Part title={text.labs}>
        {labs.length === 0 ? (
          <Empty title={text.noLabs}>{text.noLabsHint}</Empty>
        ) : (
          <>
            <Quiet>{text.careful}</Quiet>
            <Grid>
              {labs.map((trend) => (
                <TrendPanel key={trend.key} trend={trend} marks={marks} />
              ))}
            </Grid>
            {progress.doses.length > 0 && <Doses doses={progress.doses} />}
          </>
        )}
      </Part>
      <Part title={text.checkIns}>
        {feelings.length === 0 ? (
          <Quiet>{text.noCheckIns}</Quiet>
        ) : (
          <>
            <Quiet>{text.information}</Quiet>
            <Grid>
              {feelings.map((trend) => (
                <TrendPanel key={trend.key} trend={trend} marks={marks} />
              ))}
            </Grid>
          </>
        )}
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = `part-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
    >
      <Typography id={id} variant="h2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

const Grid = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 3,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      alignItems: 'start',
    }}
  >
    {children}
  </Box>
);

/** The chart's markers explained in words. */
function Doses({ doses }: { doses: readonly DosePeriod[] }) {
  return (
    <Panel title={text.dosesTitle}>
      <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
        {doses.map((one) => (
          <li key={`${one.from} ${one.formulation} ${one.dose}`}>
            {text.doseLine(formatDate(one.from), formulationName(one.formulation), one.dose, one.frequency)}
            {one.to && text.dosesEnd(formatDate(one.to))}
          </li>
        ))}
      </Box>
    </Panel>
  );
}
