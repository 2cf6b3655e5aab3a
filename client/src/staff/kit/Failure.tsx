import type { BoxProps } from '@mui/material/Box';
import { actionErrorMessage, isOutage } from '../../shared/api/index.js';
import { Notice } from '../../shared/ui/index.js';

/** An act that failed: the screen's own sentence, and under it what the server explained. */
export function Failure({ title, detail, sx }: { title: string; detail?: string; sx?: BoxProps['sx'] }) {
  return (
    <Notice tone="danger" role="alert" title={title} sx={sx}>
      {detail}
    </Notice>
  );
}

/** What the server explained, or nothing; never a code. */
export const explained = (error: unknown): string =>
  actionErrorMessage(error, isOutage(error) && error.fromServer ? error.message : '');
