import Box from '@mui/material/Box';
import { BrandMark } from '../shared/ui/BrandMark.js';
import { brandText } from './shell/text/every-page.js';
import { checkingSessionText } from './text/boot-screen.js';

/** Shown while the session check is running. */
export function BootScreen() {
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2 }}
    >
      <title>{brandText}</title>
      <BrandMark size={40} />
      <Box role="status" sx={{ color: 'text.secondary' }}>
        {checkingSessionText}
      </Box>
    </Box>
  );
}
