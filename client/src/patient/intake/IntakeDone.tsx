import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { DashboardResponse } from '#common/api/index.js';
import { useEmergencyDetector } from '../../shared/emergency/useEmergency.js';
import { redFlags, type IntakeData } from '#common/intake/index.js';
import { ButtonLink, formatDate, Page } from '../../shared/ui/index.js';
import { LazyUnsentBar } from './LazyUnsentBar.js';
import { dashboardQuery, educationQuery } from '../data/queries.js';
import { RedFlagPanel } from './RedFlagPanel.js';
import { INTAKE_TEXT } from './text/en.js';
import type { IntakeRecord } from './transport.js';

const text = INTAKE_TEXT.done;

interface DoneProps {
  form: IntakeRecord | null;
  data: IntakeData;
  onEdit: () => void;
  /** Leads to signing the answers changed after submission. */
  onSubmit: () => void;
  /** Moves the focus to the heading: the patient has just submitted. */
  focus: boolean;
}

const isOver = (dashboard: DashboardResponse | undefined): boolean =>
  ['ended', 'not_started'].includes(dashboard?.no_plan?.reason ?? '');

/** What happens next; leaves out what is not known yet. */
function stepsAfter(
  dashboard: DashboardResponse | undefined,
  educated: boolean | undefined,
  justSubmitted: boolean,
): string[] {
  if (isOver(dashboard))
    return [dashboard?.no_plan?.reason === 'ended' ? text.ended : text.unstarted, text.again];
  const read = educated ? [] : [text.read];
  if (dashboard?.no_plan?.reason === 'not_eligible') return [...read, text.held];
  if (!dashboard) return [...read, text.look];
  const steps =
    dashboard.plan?.status === 'approved'
      ? [justSubmitted ? text.look : text.update, text.planStays]
      : [text.look, text.consultation, text.planComes];
  return [...read, ...steps];
}

export default function IntakeDone({ form, data, onEdit, onSubmit, focus }: DoneProps) {
  useEffect(() => {
    if (focus) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [focus]);
  // Keep the button when there is no answer: reading twice does no harm.
  const { data: education } = useQuery({ ...educationQuery, retry: false });
  const { data: dashboard } = useQuery({ ...dashboardQuery, retry: false });
  const toRead = !education?.education_acknowledged && !isOver(dashboard);
  const treated = !focus && dashboard?.plan?.status === 'approved';
  const kinds = new Set(redFlags(data, useEmergencyDetector()).map((flag) => flag.kind));
  return (
    <Page
      title={INTAKE_TEXT.pageTitle}
      heading={treated ? text.titleEarlier : text.title}
      lead={form && (form.unsent || !focus) ? text.leadEarlier(formatDate(form.submittedAt)) : text.lead}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
        {[...kinds].map((kind) => (
          <RedFlagPanel key={kind} kind={kind} />
        ))}
        {form?.unsent && <LazyUnsentBar onSubmit={onSubmit} />}
        <Box component="section" aria-labelledby="what-next">
          <Typography id="what-next" variant="h2">
            {text.nextTitle}
          </Typography>
          <Box
            component="ol"
            sx={{
              paddingLeft: 3,
              marginBlock: 1.5,
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: 1,
              maxWidth: '62ch',
            }}
          >
            {stepsAfter(dashboard, education?.education_acknowledged, focus).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </Box>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {toRead && (
            <ButtonLink to="/trt/patient/education" variant="contained" startIcon={<CheckCircleOutlined />}>
              {text.education}
            </ButtonLink>
          )}
          <ButtonLink
            to="/trt/patient"
            variant={toRead || treated || form?.unsent ? 'outlined' : 'contained'}
          >
            {text.plan}
          </ButtonLink>
          <Button onClick={onEdit} variant={treated && !form?.unsent ? 'contained' : 'text'}>
            {text.edit}
          </Button>
        </Box>
      </Box>
    </Page>
  );
}
