import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ButtonLink, Page, Panel } from '../../shared/ui/index.js';

/** /admin: the way into the work an administrator can already do. */
export default function CockpitPage() {
  return (
    <Page title="Program cockpit" width={1040}>
      <Panel title="Daily work">
        <Typography sx={{ color: 'text.secondary', marginBottom: 2.5, maxWidth: '60ch' }}>
          Open the cases of your clinics, or review the plans that wait for a decision.
        </Typography>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
          <ButtonLink to="/trt/provider/cases" variant="contained">
            Cases
          </ButtonLink>
          <ButtonLink to="/trt/provider/plan-review" variant="outlined">
            Plan review
          </ButtonLink>
        </Stack>
      </Panel>
    </Page>
  );
}
