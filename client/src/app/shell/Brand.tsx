import Box from '@mui/material/Box';
import { BrandMark } from '../../shared/ui/BrandMark.js';
import { brandText } from './text/every-page.js';

export function Brand() {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.25,
        fontWeight: 700,
        fontSize: '1.125rem',
        whiteSpace: 'nowrap',
      }}
    >
      <BrandMark />
      {brandText}
    </Box>
  );
}
