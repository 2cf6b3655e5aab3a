import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Notice } from '../../shared/ui/index.js';
import { DASHBOARD_TEXT } from './text/en.js';

const text = DASHBOARD_TEXT.emergency;

/** First on the page while the care team has not reached a patient who reported an emergency or an overdose. */
export function EmergencyOpen() {
  return (
    <Notice tone="danger" role="alert" title={text.title}>
      <Box sx={{ marginTop: 0.5 }}>{text.body}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1.5 }}>
        {text.calls.map(({ label, number }) => (
          <Button
            key={number}
            href={`tel:${number}`}
            variant="contained"
            color="error"
            sx={{ minHeight: 44 }}
          >
            {label}
          </Button>
        ))}
      </Box>
    </Notice>
  );
}
