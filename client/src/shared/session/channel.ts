/** Messages between the tabs of one browser. Ids only, never names or answers. */
export type TabMessage =
  | { type: 'signed-out' }
  | { type: 'expired' }
  | { type: 'signed-in'; userId: string }
  | { type: 'role-changed' }
  // A tab is about to end the session; the others acknowledge, and later report what is unsaved.
  | { type: 'leaving'; round: string }
  | { type: 'heard'; round: string; tab: string }
  | { type: 'settled'; round: string; tab: string; unsaved: boolean };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('trt-session');

export function tellOtherTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

export function onOtherTab(listener: (message: TabMessage) => void): () => void {
  const hear = (event: MessageEvent<TabMessage>) => listener(event.data);
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
