import Box from '@mui/material/Box';
import type { Lab } from '#common/api/index.js';
import { analyteName } from './labWords.js';
import { REVIEW_TEXT as words } from './text/en.js';

/** What the laboratory says beside the results. */
export function LabNotes({ lab }: { lab: Lab }) {
  return lab.laboratory_notes?.map(({ analyte, text }) => (
    <Box key={`${analyte} ${text}`} sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
      {words.laboratorySays(analyte && analyteName(analyte), text)}
    </Box>
  ));
}
