import type { Clock, Value } from './types.js';
import { plain } from './values.js';

/** How long an unanswered request may still reach the server. */
const MEMORY_MS = 120_000;

/**
 * Values sent without a reply. When the server later shows such a value, it is an echo of this
 * page and not a change made elsewhere: it must neither raise a conflict nor replace newer typing.
 */
export class LostReplies {
  private sent: { name: string; value: Value | undefined; at: number }[] = [];

  constructor(private readonly clock: Clock) {}

  remember(name: string, value: Value | null | undefined): void {
    this.sent.push({ name, value: plain(value), at: this.clock.now() });
  }

  isEcho(name: string, value: Value | null | undefined): boolean {
    const oldest = this.clock.now() - MEMORY_MS;
    this.sent = this.sent.filter((one) => one.at >= oldest);
    return this.sent.some((one) => one.name === name && one.value === plain(value));
  }
}
