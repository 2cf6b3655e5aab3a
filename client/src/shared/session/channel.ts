/** What tabs of one browser tell each other. Ids only, never names or answers. */
export type TabMessage =
  | { type: 'signed-out' }
  | { type: 'expired' }
  | { type: 'signed-in'; userId: string }
  | { type: 'role-changed' };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('trt-session');

export function tellOtherTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

export function onOtherTab(listener: (message: TabMessage) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data));
}
