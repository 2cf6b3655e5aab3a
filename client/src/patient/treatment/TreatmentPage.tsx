import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { useZone } from '../../shared/session/index.js';
import { LoadingBlock, Page, Panel } from '../../shared/ui/index.js';
import { PrintStyles } from '../../shared/ui/PrintStyles.js';
import ClinicDose from '../doses/ClinicDose.js';
import { formulationName } from '../kit/formulations.js';
import { Loaded } from '../kit/Loaded.js';
import { Quiet } from '../kit/Quiet.js';
import { timelineQuery } from '../data/treatment-queries.js';
import { TREATMENT_TEXT as text } from './text/en.js';

// The charts are a third of the client; the text appears before they load.
const Timeline = lazy(() => import('../../shared/timeline/Timeline.js'));

/** /trt/patient/treatment: everything on one time axis. */
export default function TreatmentPage() {
  const query = useQuery(timelineQuery);
  const zone = useZone();
  return (
    <Page title={text.title} lead={text.lead} width={1040}>
      <PrintStyles />
      <ClinicDose />
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={8}>
        {(data) => (
          <Panel title={text.title} hideTitle>
            <Box sx={{ marginBottom: 2 }}>
              <Quiet>{text.careful}</Quiet>
            </Box>
            <Suspense fallback={<LoadingBlock height={560} />}>
              <Timeline data={data} zone={zone} productName={formulationName} />
            </Suspense>
          </Panel>
        )}
      </Loaded>
    </Page>
  );
}
