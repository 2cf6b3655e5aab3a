import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { EMERGENCIES, type EmergencyKind } from '../../../common/assistant/emergency.js';
import { Notice } from '../shared/ui/index.js';
import { EMERGENCY_TEXT as text } from './text/en.js';

interface EmergencyCardProps {
  kind: EmergencyKind;
  /** What the server said, where only it saw the emergency. */
  advice: string;
  /** The server could not be told. */
  untold: boolean;
}

/** What to do now, with the numbers to call. It needs no server. */
export function EmergencyCard({ kind, advice, untold }: EmergencyCardProps) {
  const crisis = kind === 'self_harm';
  return (
    <Notice tone="danger" title={text.title} role="alert">
      <Box sx={{ marginTop: 0.5 }}>{advice || EMERGENCIES[kind].text}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1.5 }}>
        <Button href="tel:911" variant="contained" color="error" sx={{ minHeight: 44 }}>
          {text.call911}
        </Button>
        <Button
          href="tel:988"
          variant={crisis ? 'contained' : 'outlined'}
          color="error"
          sx={{ minHeight: 44 }}
        >
          {text.call988}
        </Button>
        <Button href="sms:988" variant="outlined" color="error" sx={{ minHeight: 44 }}>
          {text.text988}
        </Button>
      </Box>
      {untold && <Box sx={{ marginTop: 1.5, fontWeight: 600 }}>{text.notTold}</Box>}
    </Notice>
  );
}
