import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DosesResponse, EmergencyAdvice, TakenDose } from '#common/api/index.js';
import { SavedEmergency } from '../../shared/emergency/SavedEmergency.js';
import { useZone } from '../../shared/session/index.js';
import { Notice, Page, Panel } from '../../shared/ui/index.js';
import { dateIn, momentIn } from '../../shared/ui/zones.js';
import { Loaded } from '../kit/Loaded.js';
import { dateInWords } from '../kit/in-words.js';
import { useToday } from '../kit/useToday.js';
import { dashboardQuery } from '../data/queries.js';
import { dosesQuery } from '../data/treatment-queries.js';
import { DoseForm } from './DoseForm.js';
import { nextInWords, takesNone } from './DoseLine.js';
import { DoseList, useRemoveDose } from './DoseList.js';
import { DOSES_TEXT as text } from './text/en.js';

/** /trt/patient/doses: log a dose, see the next one, and remove one logged by mistake. */
export default function DosesPage() {
  const query = useQuery(dosesQuery);
  return (
    <Page title={text.title} lead={text.lead} width={720}>
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={6}>
        {(doses) => <Doses doses={doses} />}
      </Loaded>
    </Page>
  );
}

function Doses({ doses }: { doses: DosesResponse }) {
  const [params, setParams] = useSearchParams();
  const dashboard = useQuery(dashboardQuery);
  const [saved, setSaved] = useState<TakenDose | null>(null);
  const [advice, setAdvice] = useState<EmergencyAdvice | null>(null);
  const open = params.get('log') === '1';
  const close = () => setParams({}, { replace: true, preventScrollReset: true });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      {advice && <SavedEmergency advice={advice} onClose={() => setAdvice(null)} />}
      {saved && <Saved dose={saved} onUndone={() => setSaved(null)} />}
      <NextDosePanel doses={doses} />
      {/* The form defaults to the plan's dose. */}
      {open && !dashboard.isPending && (
        <Panel title={text.form}>
          <DoseForm
            doses={doses}
            plan={dashboard.data?.plan ?? null}
            due={params.get('at')}
            onSaved={(dose) => {
              setSaved(dose);
              setAdvice(dose.emergency);
              close();
            }}
            onCancel={close}
          />
        </Panel>
      )}
      {!open && (
        <div>
          <Button
            variant="contained"
            size="large"
            onClick={() => {
              setSaved(null);
              setParams({ log: '1' }, { replace: true });
            }}
          >
            {takesNone(doses) ? text.log : text.took}
          </Button>
        </div>
      )}
      <DoseList doses={doses.doses} />
    </Box>
  );
}

function NextDosePanel({ doses }: { doses: DosesResponse }) {
  const zone = useZone();
  const today = useToday();
  const [last] = doses.doses;
  const { next } = doses;
  const day = next && dateIn(new Date(next.due_at), zone);
  const at = next && momentIn(next.due_at, zone);
  const on = day && dateInWords(day, today);
  return (
    <Panel title={text.nextTitle}>
      <Typography>{nextInWords(doses, { today, day, when: next?.given_in_clinic ? on : at })}</Typography>
      {last && <Typography>{text.last(momentIn(last.taken_at, zone))}</Typography>}
    </Panel>
  );
}

function Saved({ dose, onUndone }: { dose: TakenDose; onUndone: () => void }) {
  const zone = useZone();
  const undo = useRemoveDose(onUndone);
  return (
    <Notice
      tone="success"
      role="status"
      action={
        <Button
          color="inherit"
          variant="outlined"
          loading={undo.isPending}
          onClick={() => undo.mutate(dose.id)}
        >
          {text.undo}
        </Button>
      }
    >
      {text.saved(momentIn(dose.taken_at, zone))}
    </Notice>
  );
}
