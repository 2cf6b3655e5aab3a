import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import type { CurveResponse } from '#common/api/index.js';
import { isApiError } from '../../shared/api/index.js';
import { LoadError, Loading, LoadingBlock, Panel } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { useStaff } from '../data/useStaff.js';
import { formulationName } from '../kit/words.js';
import { CompareForm, type Regimen } from './CompareForm.js';
import { currentName, fitSaid, freeSaid, steadySaid } from './curve-words.js';
import { CurveKey } from './CurveKey.js';
import { DrawTable, LevelTable } from './CurveTables.js';
import { CURVE_TEXT as words } from './text/en.js';

// The charts are a third of the client; the text and numbers appear before they load.
const CurveChart = lazy(() => import('./CurveChart.js'));

/** How a dose affects the level: the current plan and, if one is pending or typed, a proposed dose beside it. */
export function CurvePanel({ detail }: { detail: CaseDetail }) {
  const staff = useStaff();
  const { plan, pending_plan: pending } = detail;
  const waits = pending && plan && pending.plan_id !== plan.plan_id ? regimenOf(pending) : null;
  const [proposed, setProposed] = useState<Regimen | null>(waits);
  const asked = proposed ? new URLSearchParams({ ...proposed }).toString() : '';
  const query = useQuery({
    queryKey: ['curve', detail.id, asked],
    queryFn: ({ signal }) => staff.getCurve(detail.id, asked, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const refused = isApiError(query.error) ? query.error : null;
  const shown = plan ?? pending;
  if (!shown || (refused?.code === 'invalid_state' && !query.data)) return null;
  const problems = refused?.fields ?? {};
  const wrong = Object.keys(problems).length > 0;
  return (
    <Panel title={words.title}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
        {query.isError && !wrong && (
          <LoadError
            error={query.error}
            message={words.failed}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {query.data && <Curve curve={query.data} />}
        {query.isPending && <Loading rows={6} label={words.loading} />}
        <CompareForm
          start={waits ?? regimenOf(shown)}
          shown={proposed !== null}
          problems={problems}
          onShow={setProposed}
        />
        {query.data && <Limits limits={query.data.limits} />}
      </Box>
    </Panel>
  );
}

const regimenOf = (plan: { formulation: string; dose: number; frequency: string }): Regimen => ({
  formulation: plan.formulation,
  dose: String(plan.dose),
  frequency: plan.frequency,
});

function Curve({ curve }: { curve: CurveResponse }) {
  const [asTable, setAsTable] = useState(false);
  const regimen = `${formulationName(curve.formulation)}, ${words.regimen(curve.dose, curve.frequency)}`;
  const free = freeSaid(curve);
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1.5,
          alignItems: 'flex-start',
          justifyContent: 'space-between',
        }}
      >
        <div>
          <Typography sx={{ fontWeight: 600 }}>{regimen}</Typography>
          {curve.basis === 'pending_plan' && <Typography variant="body2">{words.waiting}</Typography>}
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {fitSaid(curve)}
          </Typography>
          <Typography variant="body2">
            {words.ofPlan(currentName(curve), steadySaid(curve.current, curve.basis === 'plan'))}
          </Typography>
          {curve.proposed && (
            <Typography variant="body2">
              {words.ofPlan(words.proposed, steadySaid(curve.proposed, false))}
            </Typography>
          )}
        </div>
        {curve.draws.length > 0 && (
          <Button size="small" variant="outlined" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {words.asTable}
          </Button>
        )}
      </Box>
      <CurveKey curve={curve} />
      <Suspense fallback={<LoadingBlock height={320} />}>
        <CurveChart curve={curve} />
      </Suspense>
      {asTable && <DrawTable draws={curve.draws} />}
      <LevelTable curve={curve} />
      {free && <Typography variant="body2">{free}</Typography>}
    </>
  );
}

/** The curve's limitations, always shown beside it. */
function Limits({ limits }: { limits: readonly string[] }) {
  return (
    <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {words.limits}
      </Typography>
      {limits.map((limit) => (
        <Typography key={limit} variant="body2">
          {limit}
        </Typography>
      ))}
    </Box>
  );
}
