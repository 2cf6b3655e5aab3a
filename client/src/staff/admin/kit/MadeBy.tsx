import Box from '@mui/material/Box';
import { MADE_BY_TEXT as words } from '../text/made-by.js';

/** Who set up what goes on without them. */
export function MadeBy({ created_by, maker_left }: { created_by: string; maker_left: boolean }) {
  return (
    <>
      {created_by}
      {maker_left && <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>{words.left}</Box>}
    </>
  );
}
