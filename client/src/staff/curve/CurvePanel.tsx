import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { CurveResponse } from '../../../../common/api/index.js';
import { isApiError } from '../../shared/api/index.js';
import { formatDate, LoadError, Loading, LoadingBlock, Panel } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { useStaff } from '../data/useStaff.js';
import { formulationName, targetOf } from '../kit/words.js';
import { CompareForm, type Regimen } from './CompareForm.js';
import { drawWindows, PEAK_LIMIT, topOf } from './curve-series.js';
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
        {query.data && <Curve curve={query.data} target={targetOf(shown)} />}
        {query.data && detail.next_lab_suggestion && (
          <Typography variant="body2">
            {words.nextDraw(
              formatDate(detail.next_lab_suggestion.due_on),
              detail.next_lab_suggestion.draw_timing,
            )}
          </Typography>
        )}
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

interface CurveProps {
  curve: CurveResponse;
  target: { low: number; high: number };
}
function Curve({ curve, target }: CurveProps) {
  const [asTable, setAsTable] = useState(false);
  const used = curve.draws.filter((draw) => draw.used).length;
  const says = curve.fitted
    ? `${words.fitted(used)} ${words.clearance(curve.clearance_factor)}`
    : words.notFitted;
  const regimen = `${formulationName(curve.formulation)}, ${words.regimen(curve.dose, curve.frequency)}`;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, justifyContent: 'space-between' }}>
        <div>
          <Typography sx={{ fontWeight: 600 }}>{regimen}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {says}
          </Typography>
        </div>
        {curve.draws.length > 0 && (
          <Button size="small" variant="outlined" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {words.asTable}
          </Button>
        )}
      </Box>
      <Key curve={curve} target={target} />
      <Suspense fallback={<LoadingBlock height={300} />}>
        <CurveChart
          curve={curve}
          target={target}
          label={words.chart(`${says} ${words.levels.middle}: ${words.range(curve.current.middle)}.`)}
        />
      </Suspense>
      {asTable && <DrawTable draws={curve.draws} />}
      <LevelTable curve={curve} />
      <Free curve={curve} />
    </>
  );
}

function Free({ curve: { free_t: free } }: { curve: CurveResponse }) {
  if (!free) return null;
  return (
    <Typography variant="body2">
      {[
        words.free(free.pg_ml, free.percent),
        free.shbg_age_days > 180 && words.oldShbg(free.shbg_age_days),
        free.albumin_assumed && words.albumin,
      ]
        .filter(Boolean)
        .join(' ')}
    </Typography>
  );
}

/** What each color and mark means, in words. */
function Key({ curve, target }: CurveProps) {
  const hollow = curve.draws.some((draw) => !draw.used && draw.hours_after_dose !== null);
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        margin: 0,
        padding: 0,
        display: 'flex',
        flexWrap: 'wrap',
        gap: '4px 18px',
        fontSize: '0.875rem',
        color: 'text.secondary',
      }}
    >
      <Entry mark="primary.main">{words.current}</Entry>
      {curve.proposed && <Entry mark="secondary.main">{words.proposed}</Entry>}
      <Entry mark="primary.main" soft>
        {words.band}
      </Entry>
      {drawWindows(curve, curve.current.points.at(-1)?.day ?? 0).length > 0 && (
        <Entry window>{words.window}</Entry>
      )}
      <Entry target>{words.target(target.low, target.high)}</Entry>
      {topOf(curve, target.high) > PEAK_LIMIT && <Entry mark="error.main">{words.limit}</Entry>}
      {curve.draws.some((draw) => draw.used) && <Entry dot="full">{words.draw}</Entry>}
      {hollow && <Entry dot="hollow">{words.hollow}</Entry>}
    </Box>
  );
}

interface EntryProps {
  mark?: string;
  soft?: boolean;
  target?: boolean;
  window?: boolean;
  dot?: 'full' | 'hollow';
  children: ReactNode;
}
function Entry({ mark, soft = false, target = false, window = false, dot, children }: EntryProps) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
      <Box
        component="span"
        aria-hidden
        sx={({ vars }) => ({
          flex: 'none',
          width: dot ? 10 : 20,
          height: dot ? 10 : soft || target || window ? 12 : 3,
          borderRadius: dot ? '50%' : '2px',
          ...(mark && { backgroundColor: mark, opacity: soft ? 0.25 : 1 }),
          ...(window && {
            backgroundColor: vars.palette.portal.tones.info.ground,
            border: `1px solid ${vars.palette.portal.border}`,
          }),
          ...(target && {
            backgroundColor: vars.palette.portal.tones.success.ground,
            border: `1px solid ${vars.palette.portal.border}`,
          }),
          ...(dot && {
            border: `2px solid ${vars.palette.text.primary}`,
            backgroundColor: dot === 'full' ? vars.palette.text.primary : 'transparent',
          }),
        })}
      />
      {children}
    </Box>
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
