import Button from '@mui/material/Button';
import { Notice } from '../../shared/ui/index.js';
import { PREVIEW_TEXT as words } from './text/en.js';

/** A row that could not be loaded in full. */
export function PreviewFailed({ retry }: { retry: () => void }) {
  return (
    <Notice
      tone="danger"
      action={
        <Button type="button" onClick={retry}>
          {words.retry}
        </Button>
      }
    >
      {words.failed}
    </Notice>
  );
}
