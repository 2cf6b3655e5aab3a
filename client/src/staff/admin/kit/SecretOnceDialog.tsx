import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { toast } from '#client/shared/toasts/index.js';
import { Notice } from '#client/shared/ui/index.js';
import { ActionDialog } from '../../forms/ActionDialog.js';

interface SecretOnceProps {
  words: Readonly<
    Record<'onceTitle' | 'once' | 'secret' | 'copy' | 'copied' | 'copyFailed' | 'done', string>
  >;
  secret: string;
  onClose: () => void;
}
/** Shows a secret once. Only its button closes it, so that a stray click does not lose the secret. */
export function SecretOnceDialog({ words, secret, onClose }: SecretOnceProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      toast.success(words.copied);
    } catch {
      toast.warning(words.copyFailed);
    }
  }
  return (
    <ActionDialog title={words.onceTitle} onClose={onClose} cancelLabel={words.done} sticky>
      <Stack spacing={2}>
        <Notice tone="warning">{words.once}</Notice>
        <Box
          component="output"
          aria-label={words.secret}
          sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', userSelect: 'all' }}
        >
          {secret}
        </Box>
        <Button variant="outlined" onClick={() => void copy()} sx={{ alignSelf: 'start' }}>
          {words.copy}
        </Button>
      </Stack>
    </ActionDialog>
  );
}
