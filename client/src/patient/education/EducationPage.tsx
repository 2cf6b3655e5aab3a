import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import type { ConsentResponse, EducationResponse } from '#common/api/index.js';
import { actionErrorMessage, api, newIdempotencyKey } from '../../shared/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { ButtonLink, Empty, Notice, Page, Panel } from '../../shared/ui/index.js';
import { momentIn } from '../../shared/ui/zones.js';
import { KeptBanner } from '../kit/KeptBanner.js';
import { Loaded } from '../kit/Loaded.js';
import { usePress } from '../kit/usePress.js';
import { educationQuery, isKept } from '../data/queries.js';
import { EDUCATION_TEXT as text } from './text/en.js';

export default function EducationPage() {
  const query = useQuery(educationQuery);
  return (
    <Page title={text.title} heading={text.heading} lead={text.lead}>
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={8}>
        {(content) => <Content content={content} />}
      </Loaded>
    </Page>
  );
}

function Content({ content }: { content: EducationResponse }) {
  const { summary_points, contraindications, education_points } = content;
  if (summary_points.length + contraindications.length + education_points.length === 0) {
    return <Empty title={text.empty}>{text.emptyHint}</Empty>;
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
      <KeptBanner answer={content} words={text.cached} />
      <Points title={text.summary} points={summary_points} />
      <Points
        title={text.contraindications}
        lead={text.contraindicationsLead}
        points={contraindications}
        warn
      />
      <Points title={text.points} points={education_points} />
      <Acknowledge content={content} />
    </Box>
  );
}

interface PointsProps {
  title: string;
  lead?: string;
  points: string[];
  warn?: boolean;
}
function Points({ title, lead, points, warn = false }: PointsProps) {
  const id = useId();
  if (points.length === 0) return null;
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={(theme) => ({
        ...(warn && {
          backgroundColor: theme.vars.palette.portal.tones.warning.ground,
          borderRadius: '12px',
          padding: { xs: 2, sm: 3 },
        }),
      })}
    >
      <Typography id={id} variant="h2">
        {title}
      </Typography>
      {lead && <Typography sx={{ marginTop: 0.5 }}>{lead}</Typography>}
      <Box
        component="ul"
        sx={{
          margin: '12px 0 0',
          paddingLeft: 2.75,
          display: 'grid',
          gap: 1,
          maxWidth: '66ch',
          lineHeight: 1.55,
        }}
      >
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </Box>
    </Box>
  );
}

function Acknowledge({ content }: { content: EducationResponse }) {
  const queries = useQueryClient();
  const zone = useZone();
  const key = useRef(newIdempotencyKey());
  const done = content.education_acknowledged;
  const acknowledge = useMutation({
    mutationFn: () =>
      api.post<ConsentResponse>('/api/trt/consent', { agree: true }, { idempotencyKey: key.current }),
    onSuccess: (answer) => {
      queries.setQueryData(educationQuery.queryKey, { ...content, ...answer });
      void queries.invalidateQueries({ queryKey: ['patient'] });
    },
    onError: (error) => {
      key.current = newIdempotencyKey();
      toast.error(actionErrorMessage(error, text.failed));
    },
  });
  const press = usePress(acknowledge);
  const held = done || acknowledge.isPending || isKept(content);
  return (
    <Panel title={text.confirm}>
      <Typography sx={{ marginBottom: 2 }}>{text.confirmLead}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Button variant="contained" disabled={held} onClick={press}>
          {text.button}
        </Button>
        {done && (
          <ButtonLink to="/trt/patient" variant="outlined">
            {text.next}
          </ButtonLink>
        )}
      </Box>
      <div role="status">
        {done && content.education_acknowledged_at && (
          <Notice tone="success" sx={{ marginTop: 2 }}>
            {text.acknowledged(momentIn(content.education_acknowledged_at, zone))}
          </Notice>
        )}
      </div>
      <Typography variant="body2" sx={{ color: 'text.secondary', marginTop: 2 }}>
        {text.general}
      </Typography>
    </Panel>
  );
}
