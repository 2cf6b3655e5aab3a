import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keyframes } from '@mui/material/styles';
import { loadErrorMessage, outageWords } from '../api/errors.js';
import { Notice } from './Notice.js';
import { tryAgainText } from './text/states.js';

/** Shown in a panel until its content has loaded; Blank.tsx has what it shows when there is none. */

const widths = ['92%', '78%', '86%', '64%', '81%', '70%'];

const pulse = keyframes({ '50%': { opacity: 0.45 } });

/** One gray placeholder bar for a line of text. */
export function Bone({ width = '100%', height = 20 }: { width?: string | number; height?: number }) {
  return (
    <Box
      aria-hidden
      sx={(theme) => ({
        width,
        height,
        borderRadius: '6px',
        backgroundColor: theme.vars.palette.portal.border,
        opacity: 0.8,
        animation: `${pulse} 1.8s ease-in-out infinite`,
      })}
    />
  );
}

/** Placeholders for the content, and one announcement for screen readers. */
export function Loading({ rows = 4, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <Box role="status" aria-busy="true">
      <Box component="span" sx={visuallyHidden}>
        {label}
      </Box>
      <Box aria-hidden sx={{ display: 'grid', gap: 1.5 }}>
        {Array.from({ length: rows }, (_, row) => (
          <Bone key={row} width={widths[row % widths.length]} />
        ))}
      </Box>
    </Box>
  );
}

/** Reserves room for a chart that is loading. */
export function LoadingBlock({ height, label = 'Loading' }: { height: number; label?: string }) {
  return (
    <Box role="status" aria-busy="true" aria-label={label}>
      <Bone height={height} />
    </Box>
  );
}

interface LoadErrorProps {
  error: unknown;
  /** The screen's own message, for example "Unable to load cases." */
  message: string;
  onRetry?: () => void;
  retrying?: boolean;
}
export function LoadError({ error, message, onRetry, retrying }: LoadErrorProps) {
  const retry = onRetry && (
    <Button color="inherit" variant="outlined" onClick={onRetry} disabled={retrying}>
      {tryAgainText}
    </Button>
  );
  const failed = loadErrorMessage(error, message);
  const why = outageWords(error).join(' ');
  return (
    <Notice
      tone="danger"
      role="alert"
      title={why ? failed : undefined}
      action={retry}
      sx={{ alignItems: 'center' }}
    >
      {why || failed}
    </Notice>
  );
}

export const visuallyHidden = {
  position: 'absolute',
  // Strings, because MUI reads a bare 1 as 100%.
  width: '1px',
  height: '1px',
  margin: '-1px',
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
} as const;
