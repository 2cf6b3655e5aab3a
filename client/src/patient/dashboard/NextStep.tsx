import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowForwardOutlined from '@mui/icons-material/ArrowForwardOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Tone } from '#common/vocabulary/index.js';
import { actionErrorMessage } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { ButtonLink } from '../../shared/ui/index.js';
import { usePress } from '../kit/usePress.js';
import { requestPlan } from '../data/plan-request.js';
import { appointmentsQuery } from '../data/queries.js';
import { nextVisit } from './next-visit.js';
import type { Standing } from './standing.js';
import { DASHBOARD_TEXT as text } from './text/en.js';

const WHERE: Record<Exclude<Standing, 'request'>, string> = {
  start: '/trt/patient/intake',
  resume: '/trt/patient/intake',
  ended: '/trt/patient/messages?thread=new',
  unstarted: '/trt/patient/messages?thread=new',
  held: '/trt/patient/messages?thread=new',
  education: '/trt/patient/education',
  review: '/trt/patient/appointments',
  approved: '/trt/patient/education',
  overdue: '/trt/patient/messages?thread=new',
  recheck: '/trt/patient/messages?thread=new',
  paused: '/trt/patient/messages?thread=new',
};

const TONE: Partial<Record<Standing, Tone>> = {
  ended: 'info',
  unstarted: 'info',
  held: 'info',
  overdue: 'warning',
  recheck: 'warning',
  paused: 'warning',
};

interface NextStepProps {
  standing: Standing;
  /** No plan yet: the patient can request a review, whatever else comes first. */
  mayRequest: boolean;
  /** The two morning tests are not both in. */
  waits: boolean;
}

/** One sentence that says where the patient is in the program, and the one thing to do next. */
export function NextStep({ standing, mayRequest, waits }: NextStepProps) {
  // Used only to choose a word; the consultation is offered while it cannot be known.
  const visits = useQuery(appointmentsQuery).data?.appointments ?? [];
  const queries = useQueryClient();
  const request = useMutation({
    mutationFn: requestPlan,
    onSuccess: (answer) => {
      toast.success(answer.plan ? text.requestedDraft : text.requestedReview);
      return queries.invalidateQueries({ queryKey: ['patient'] });
    },
    onError: (error) => toast.error(actionErrorMessage(error, text.requestFailed)),
  });
  const press = usePress(request);
  // News that is not good does not use the success color.
  const tone = TONE[standing] ?? 'success';
  const asked = mayRequest && request.data?.plan === null;
  const stand = asked ? 'asked' : standing === 'review' && waits ? 'reviewLabs' : standing;
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        padding: { xs: 2.5, sm: 3 },
        borderRadius: '12px',
        backgroundColor: theme.vars.palette.portal.tones[tone].ground,
      })}
    >
      <Typography sx={{ fontSize: '1.25rem', lineHeight: 1.4, maxWidth: '46ch', fontWeight: 500 }}>
        {text.stand[stand]}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {standing !== 'request' && (
          <ButtonLink
            to={WHERE[standing]}
            variant="contained"
            size="large"
            endIcon={<ArrowForwardOutlined />}
          >
            {standing === 'review' && nextVisit(visits) ? text.visit.see : text.step[standing]}
          </ButtonLink>
        )}
        {mayRequest && !asked && (
          <Button
            variant={standing === 'request' ? 'contained' : 'outlined'}
            size="large"
            disabled={request.isPending}
            onClick={press}
          >
            {request.isPending ? text.step.asking : text.step.request}
          </Button>
        )}
      </Box>
    </Box>
  );
}
