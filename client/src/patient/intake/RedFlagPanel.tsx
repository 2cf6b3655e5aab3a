import CallOutlined from '@mui/icons-material/CallOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import type { EmergencyKind } from '#common/emergency/emergency-kinds.js';
import { INTAKE_TEXT } from './text/en.js';

const EmergencyCard = lazy(() =>
  import('../../shared/emergency/EmergencyCard.js').then((module) => ({ default: module.EmergencyCard })),
);

/** Says what to do right away when an answer means that the patient may be in danger. */
export function RedFlagPanel({ kind }: { kind: EmergencyKind }) {
  if (kind !== 'self_harm' && kind !== 'heart_or_breathing')
    return (
      <Suspense>
        <EmergencyCard kind={kind} />
      </Suspense>
    );
  const text = INTAKE_TEXT.redFlag[kind];
  return (
    <Box
      role="alert"
      sx={(theme) => ({
        borderRadius: '12px',
        border: `2px solid ${theme.vars.palette.error.main}`,
        backgroundColor: theme.vars.palette.portal.tones.danger.ground,
        padding: { xs: 2, sm: 2.5 },
      })}
    >
      <Typography sx={{ fontWeight: 650, fontSize: '1.25rem', lineHeight: 1.3 }}>{text.title}</Typography>
      <Typography sx={{ marginTop: 1 }}>{text.body}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBlock: 1.5 }}>
        {text.links.map((link) => (
          <Button
            key={link.href}
            component="a"
            href={link.href}
            variant="contained"
            color="error"
            startIcon={<CallOutlined />}
          >
            {link.label}
          </Button>
        ))}
      </Box>
      <Typography>{text.after}</Typography>
    </Box>
  );
}
