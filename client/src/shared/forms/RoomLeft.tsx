import Box from '@mui/material/Box';
import { FORM_TEXT } from './text/en.js';

const TELL_FROM = 200;

/** Counts as the server does: a surrogate pair is one character. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** How many characters are left, once that matters. A text that is too long is flagged, never cut. */
export function RoomLeft({ id, text, limit }: { id: string; text: string; limit: number }) {
  const left = limit - lengthOf(text);
  if (left > TELL_FROM) return null;
  return (
    <Box
      id={`${id}-room`}
      role="status"
      sx={{
        fontSize: '0.875rem',
        marginTop: 0.5,
        color: left < 0 ? 'error.main' : 'text.secondary',
        fontWeight: left < 0 ? 600 : 400,
      }}
    >
      {left < 0 ? FORM_TEXT.tooLong(-left) : FORM_TEXT.left(left)}
    </Box>
  );
}
