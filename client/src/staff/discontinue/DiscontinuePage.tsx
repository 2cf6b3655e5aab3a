import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ButtonLink, Notice, Page, Panel } from '../../shared/ui/index.js';
import { INFO_TEXT as words } from './text/en.js';

/** /trt/discontinue: explains where to end a treatment; nothing is decided here. */
export default function DiscontinuePage() {
  return (
    <Page title={words.title} lead={words.lead} width={760}>
      <Stack spacing={2.5}>
        <Notice tone="warning">{words.demo}</Notice>
        <Panel title={words.knownTitle}>
          <Box
            component="dl"
            sx={{ margin: 0, display: 'grid', gap: 1.5, '& dt': { fontWeight: 650 }, '& dd': { margin: 0 } }}
          >
            {words.known.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </Box>
        </Panel>
        <Panel title={words.howTitle}>
          <Box component="ol" sx={{ margin: 0, paddingLeft: 3, display: 'grid', gap: 1.25 }}>
            {words.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </Box>
          <Typography sx={{ color: 'text.secondary', marginTop: 2 }}>{words.kept}</Typography>
          <ButtonLink to="/trt/provider/cases" variant="contained" sx={{ marginTop: 2.5 }}>
            {words.toCases}
          </ButtonLink>
        </Panel>
      </Stack>
    </Page>
  );
}
