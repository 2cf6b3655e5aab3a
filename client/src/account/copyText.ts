import { toast } from '../shared/toasts/index.js';
import { recovery as words } from './text/en.js';

/** The clipboard is unavailable over plain HTTP and when the user denies permission. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(words.copied);
  } catch {
    toast.warning(words.copyFailed);
  }
}
