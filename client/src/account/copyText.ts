import { toast } from '../shared/toasts/index.js';
import { recovery as words } from './text/en.js';

/** The clipboard is closed on plain http and where the person said no. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(words.copied);
  } catch {
    toast.warning(words.copyFailed);
  }
}
