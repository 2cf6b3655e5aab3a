import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TabMessage } from './channel.js';

// Channels left open would keep the test run from ending.
const open = new Set<BroadcastChannel>();
class Channel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    open.add(this);
  }
}
// Without a secure context tabs cannot be counted, so each is waited for.
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
const real = globalThis.BroadcastChannel;
globalThis.BroadcastChannel = Channel;
const { answerLeavingTab, beforeSessionEnds, mayEnd, onUnsavedWork } = await import('./leaving.js');
const { onOtherTab } = await import('./channel.js');
const { registerDraft } = await import('./returnTicket.js');

type Leaving = Extract<TabMessage, { type: 'leaving' }>;
type Answer = (message: Leaving, tell: (answer: TabMessage) => void) => void;

/** Another tab, with its own end of the channel. */
function otherTab(answer: Answer): void {
  const voice = new Channel('trt-session');
  voice.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'leaving') answer(data, (message) => voice.postMessage(message));
  };
}
const own = [...open];
let asked: { name: string }[][];
const endings: (() => void)[] = [];

beforeEach(() => {
  asked = [];
  endings.push(
    onUnsavedWork((places) => {
      asked.push(places);
      return Promise.resolve(false);
    }),
  );
});
afterEach(() => {
  for (const end of endings.splice(0)) end();
  for (const channel of open) if (!own.includes(channel)) channel.close();
});
afterAll(() => {
  for (const channel of open) channel.close();
  globalThis.BroadcastChannel = real;
});

describe('leaving while another tab is open', () => {
  it('waits until that tab has saved, and then does not ask', async () => {
    let saved = false;
    otherTab(({ round }, tell) => {
      tell({ type: 'heard', round, tab: 'a' });
      setTimeout(() => {
        saved = true;
        tell({ type: 'settled', round, tab: 'a', unsaved: false });
      }, 400);
    });
    await expect(mayEnd()).resolves.toBe(true);
    expect(saved).toBe(true);
    expect(asked).toEqual([]);
  });

  it('waits for the slower of two tabs', async () => {
    for (const [tab, ms] of [
      ['a', 20],
      ['b', 500],
    ] as const)
      otherTab(({ round }, tell) => {
        setTimeout(() => tell({ type: 'heard', round, tab }), ms / 5);
        setTimeout(() => tell({ type: 'settled', round, tab, unsaved: false }), ms);
      });
    await expect(mayEnd()).resolves.toBe(true);
    expect(asked).toEqual([]);
  });

  it('asks when that tab has something left', async () => {
    otherTab(({ round }, tell) => {
      tell({ type: 'heard', round, tab: 'a' });
      tell({ type: 'settled', round, tab: 'a', unsaved: true });
    });
    await expect(mayEnd()).resolves.toBe(false);
    expect(asked).toEqual([[{ name: 'What you typed in another tab or window' }]]);
  });

  it('asks when that tab acknowledged but did not finish', async () => {
    otherTab(({ round }, tell) => tell({ type: 'heard', round, tab: 'a' }));
    await expect(mayEnd()).resolves.toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('ignores the answers to another question', async () => {
    otherTab((_, tell) => tell({ type: 'settled', round: 'old', tab: 'a', unsaved: true }));
    await expect(mayEnd()).resolves.toBe(true);
  });
});

describe('a tab notified of leaving', () => {
  it('acknowledges at once, saves, and reports what is left', async () => {
    let typed: string | undefined = 'half';
    endings.push(registerDraft('form', () => typed));
    const heard: TabMessage[] = [];
    const voice = new Channel('trt-session');
    voice.onmessage = ({ data }: MessageEvent<TabMessage>) => void heard.push(data);

    await answerLeavingTab('first');
    endings.push(
      beforeSessionEnds(() => {
        typed = undefined;
        return Promise.resolve();
      }),
    );
    await answerLeavingTab('second');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard.map((message) => [message.type, 'unsaved' in message && message.unsaved])).toEqual([
      ['heard', false],
      ['settled', true],
      ['heard', false],
      ['settled', false],
    ]);
  });

  it('can stop listening', async () => {
    const heard: TabMessage[] = [];
    const stop = onOtherTab((message) => void heard.push(message));
    stop();
    new Channel('trt-session').postMessage({ type: 'signed-out' } satisfies TabMessage);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual([]);
  });
});
