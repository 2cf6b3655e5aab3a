import type { BoxProps } from '@mui/material/Box';
import { actionErrorMessage, isOutage } from '../../shared/api/index.js';
import { Notice } from '../../shared/ui/index.js';
import { changedByReader, OWN_CHANGE } from './conflict.js';

/** A failed action: the screen's own message, and the server's explanation below it. */
export function Failure({ title, detail, sx }: { title: string; detail?: string; sx?: BoxProps['sx'] }) {
  return (
    <Notice tone="danger" role="alert" title={title} sx={sx}>
      {detail}
    </Notice>
  );
}

/** The server's explanation, or nothing; never a code. */
export const explained = (error: unknown): string =>
  changedByReader(error)
    ? OWN_CHANGE
    : actionErrorMessage(error, isOutage(error) && error.fromServer ? error.message : '');
