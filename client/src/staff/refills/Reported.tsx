import Box from '@mui/material/Box';
import type { StaffRefillRequest } from '#common/api/index.js';
import { CHANGE_KINDS } from '#common/clinical/safety-check.js';
import { SAFETY_CHECK_WORDS } from '#common/vocabulary/safety-check-words.js';
import { formatDate } from '../../shared/ui/index.js';
import { REFILLS_TEXT as words } from './text/en.js';

/** Longer texts are read in full where the request is decided. */
const SHORT = 120;
const shortened = (text: string): string =>
  text.length > SHORT ? `${text.slice(0, SHORT).trimEnd()}…` : text;

/** What the patient reported in the safety check of the request. */
export function Reported({ request, full = false }: { request: StaffRefillRequest; full?: boolean }) {
  const { changes, side_effects: effects } = request.reported;
  const lines = [
    ...effects
      .filter(({ severity }) => severity !== 'none')
      .map(({ key, severity, since }) =>
        words.effect(
          SAFETY_CHECK_WORDS.sideEffect[key],
          SAFETY_CHECK_WORDS.severity[severity].toLowerCase(),
          since && formatDate(since),
        ),
      ),
    ...CHANGE_KINDS.flatMap((kind) => {
      const text = changes[kind];
      return text ? [words.change(SAFETY_CHECK_WORDS.change[kind], full ? text : shortened(text))] : [];
    }),
  ];
  return (
    <Box sx={{ display: 'grid', gap: '2px', maxWidth: full ? undefined : '34ch', overflowWrap: 'anywhere' }}>
      {lines.length > 0 || !request.reason ? (
        <Box sx={{ fontWeight: 600 }}>{lines.length ? words.reported : words.nothingReported}</Box>
      ) : (
        // What was told stands beside it.
        <Box sx={{ color: 'text.secondary' }}>{words.noChanges}</Box>
      )}
      {lines.map((line) => (
        <Box key={line}>{line}</Box>
      ))}
    </Box>
  );
}
