import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { EMERGENCIES, EMERGENCY_TITLE, type EmergencyKind } from '#common/emergency/emergency-kinds.js';
import { Notice } from '../ui/index.js';
import { EMERGENCY_TEXT as text } from './text.js';

interface EmergencyCardProps {
  kind: EmergencyKind;
  /** The server's advice, when only it detected the emergency. */
  advice?: string;
  /** What else to know, shown under the phone numbers. */
  children?: ReactNode;
  onClose?: () => void;
}

/** What to do now, with 911 and the numbers of its kind: the crisis line is for a crisis, not for the body. Works without the server. */
export function EmergencyCard({ kind, advice, children, onClose }: EmergencyCardProps) {
  const { call, text: words } = EMERGENCIES[kind];
  const numbers = [...new Set(['911', ...call])];
  return (
    <Notice tone="danger" title={EMERGENCY_TITLE} role="alert" {...(onClose && { onClose })}>
      <Box sx={{ marginTop: 0.5 }}>{advice || words}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1.5 }}>
        {numbers.map((number) => (
          <Button
            key={number}
            href={`tel:${number}`}
            variant="contained"
            color="error"
            sx={{ minHeight: 44 }}
          >
            {text.call(number)}
          </Button>
        ))}
        {call.includes('988') && (
          <Button href="sms:988" variant="outlined" color="error" sx={{ minHeight: 44 }}>
            {text.text988}
          </Button>
        )}
      </Box>
      {children && <Box sx={{ marginTop: 1.5, fontWeight: 600 }}>{children}</Box>}
    </Notice>
  );
}
