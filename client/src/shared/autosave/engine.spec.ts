import { beforeEach, describe, expect, it } from '@jest/globals';
import { SAVE_AFTER_MS } from './engine.js';
import { makeScene, settle, status, values } from './testing.js';

let { clock, server, network, tab, loadedTab, elsewhere } = makeScene();
beforeEach(() => {
  ({ clock, server, network, tab, loadedTab, elsewhere } = makeScene());
});

describe('loading', () => {
  it('shows loading, then untouched for an empty form', async () => {
    const engine = tab();
    expect(status(engine)).toBe('loading');
    await network.deliver();
    expect(status(engine)).toBe('untouched');
    expect(engine.getState().form?.version).toBe(0);
  });

  it('shows a stored form as saved, with the time of its save', async () => {
    elsewhere({ name: 'Ann' });
    const engine = await loadedTab();
    expect(status(engine)).toBe('saved');
    expect(engine.getState().savedAt).toBe(clock.now());
    expect(values(engine)).toEqual({ name: 'Ann' });
  });

  it('saves nothing before a load has succeeded, however long it takes', async () => {
    const engine = tab();
    await network.deliver('request-lost');
    expect(status(engine)).toBe('not-saved-yet');
    engine.set('name', 'Ann');
    engine.leave();
    await clock.advance(900);
    expect(server.requests).toEqual([]);
    for (let i = 0; i < 12; i += 1) {
      await clock.advance(60_000);
      await network.deliver('request-lost');
    }
    expect(server.requests).toEqual([]);
    expect(values(engine)).toEqual({ name: 'Ann' });
    expect(status(engine)).toBe('not-saved-yet');
  });

  it('merges what was typed over the loaded answers field by field, then saves it', async () => {
    elsewhere({ name: 'Old', phone: '1', city: 'Austin' });
    server.requests = [];
    const engine = tab();
    await network.deliver('request-lost');
    engine.set('name', 'Typed');
    engine.set('phone', 'x');
    engine.set('phone', undefined);
    await clock.advance(1000);
    await network.deliver();
    expect(values(engine)).toEqual({ name: 'Typed', city: 'Austin', phone: '1' });
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(server.data).toEqual({ name: 'Typed', city: 'Austin', phone: '1' });
  });

  it('retries at once when the network is back', async () => {
    const engine = tab();
    await network.deliver('request-lost');
    engine.retryNow();
    await network.deliver();
    expect(status(engine)).toBe('untouched');
  });
});

describe('saving', () => {
  it('waits two seconds after the last change', async () => {
    const engine = await loadedTab();
    engine.set('name', 'A');
    await clock.advance(1999);
    engine.set('name', 'An');
    await clock.advance(1999);
    expect(network.open).toBe(0);
    expect(status(engine)).toBe('not-saved-yet');
    await clock.advance(1);
    expect(network.open).toBe(1);
    expect(status(engine)).toBe('saving');
    await network.deliver();
    expect(status(engine)).toBe('saved');
    expect(server.data).toEqual({ name: 'An' });
  });

  it('sends the whole object with the version, null for a cleared field', async () => {
    elsewhere({ name: 'Ann', phone: '1', city: 'Austin' });
    server.requests = [];
    const engine = await loadedTab();
    engine.set('phone', '');
    engine.set('age', 7);
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(server.requests).toEqual([
      {
        data: { name: 'Ann', phone: null, city: 'Austin', age: 7 },
        version: 1,
        submit: false,
        keepalive: false,
      },
    ]);
    expect(server.data).toEqual({ name: 'Ann', city: 'Austin', age: 7 });
  });

  it('keeps false and zero as answers', async () => {
    const engine = await loadedTab();
    engine.set('asthma', false);
    engine.set('children', 0);
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(server.data).toEqual({ asthma: false, children: 0 });
  });

  it('does nothing when a change is undone', async () => {
    const engine = await loadedTab();
    engine.set('name', 'A');
    engine.set('name', undefined);
    await clock.advance(10_000);
    expect(network.open).toBe(0);
    expect(status(engine)).toBe('untouched');
  });

  it('keeps one request in flight, and sends later typing after it', async () => {
    const engine = await loadedTab();
    engine.set('name', 'first');
    await clock.advance(SAVE_AFTER_MS);
    engine.set('name', 'second');
    await clock.advance(20_000);
    expect(network.open).toBe(1);
    await network.deliver();
    expect(status(engine)).toBe('not-saved-yet');
    expect(values(engine)).toEqual({ name: 'second' });
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(server.data).toEqual({ name: 'second' });
    expect(network.mostOpen).toBe(1);
  });

  it('never lets a late answer overwrite newer typing', async () => {
    const engine = await loadedTab();
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    engine.set('name', 'ab');
    engine.set('city', 'Austin');
    await network.deliver();
    expect(values(engine)).toEqual({ name: 'ab', city: 'Austin' });
  });

  it('says saved only after the server did', async () => {
    const engine = await loadedTab();
    const seen: string[] = [];
    engine.subscribe(() => seen.push(status(engine)));
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    expect(seen).not.toContain('saved');
    await network.deliver();
    expect(seen.at(-1)).toBe('saved');
  });
});

describe('failures', () => {
  it('backs off, keeps what was typed and catches up', async () => {
    const engine = await loadedTab();
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver('request-lost');
    expect(status(engine)).toBe('offline');
    for (const wait of [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000]) {
      await clock.advance(wait - 1);
      expect(network.open).toBe(0);
      await clock.advance(1);
      expect(network.open).toBe(1);
      await network.deliver('request-lost');
    }
    await clock.advance(60_000);
    await network.deliver();
    expect(status(engine)).toBe('saved');
    expect(server.data).toEqual({ name: 'a' });
  });

  it('does not hammer a server that is down while the user types', async () => {
    const engine = await loadedTab();
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    for (let i = 0; i < 5; i += 1) {
      await network.deliver('request-lost');
      await clock.advance(60_000);
    }
    await network.deliver('request-lost');
    engine.set('name', 'ab');
    await clock.advance(SAVE_AFTER_MS);
    expect(network.open).toBe(0);
    await clock.advance(60_000);
    expect(network.open).toBe(1);
  });

  it('keeps trying while the user types without a pause for a minute', async () => {
    const engine = await loadedTab();
    engine.set('name', '0');
    await clock.advance(SAVE_AFTER_MS);
    for (let i = 0; i < 7; i += 1) {
      await network.deliver('request-lost');
      await clock.advance(60_000);
    }
    await network.deliver('request-lost');
    for (let i = 0; i < 10; i += 1) {
      engine.set('name', `${i}`);
      await clock.advance(7000);
    }
    expect(network.open).toBe(1);
  });

  it('waits as long as the server asks', async () => {
    const engine = await loadedTab();
    const transport = network.save;
    network.save = () => Promise.resolve({ kind: 'failed', stored: 'no', retryAfterMs: 20_000 });
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    network.save = transport;
    await clock.advance(19_999);
    expect(network.open).toBe(0);
    await clock.advance(1);
    expect(network.open).toBe(1);
  });

  it('tries at once when the network is back', async () => {
    const engine = await loadedTab();
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver('request-lost');
    engine.retryNow();
    await settle();
    await clock.advance(0);
    expect(network.open).toBe(1);
  });

  it('survives a transport that throws', async () => {
    const engine = await loadedTab();
    network.save = () => Promise.reject(new Error('broken'));
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    expect(status(engine)).toBe('offline');
    expect(values(engine)).toEqual({ name: 'a' });
  });

  it('recognizes a save whose reply was lost as its own, even if typing went on', async () => {
    const engine = await loadedTab();
    engine.set('name', 'ab');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver('reply-lost');
    expect(server.data).toEqual({ name: 'ab' });
    engine.set('name', 'abc');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(status(engine)).not.toBe('conflict');
    await clock.advance(10_000);
    await network.deliver();
    expect(server.data).toEqual({ name: 'abc' });
    expect(status(engine)).toBe('saved');
  });

  it('is not fooled by a request that arrives after a newer one', async () => {
    elsewhere({ note: 'start' });
    const engine = await loadedTab();
    engine.set('name', 'typed then deleted');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver('late');
    engine.set('name', undefined);
    engine.set('note', 'more');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    network.late.forEach((arrive) => arrive());
    expect(server.data).toEqual({ note: 'more', name: 'typed then deleted' });
    engine.set('note', 'most');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(values(engine)).toEqual({ note: 'most' });
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(server.data).toEqual({ note: 'most' });
  });
});

describe('two places at once', () => {
  it('takes over changes made elsewhere in other fields', async () => {
    elsewhere({ name: 'Ann', phone: '1' });
    const engine = await loadedTab();
    elsewhere({ phone: '2' });
    engine.set('name', 'Anna');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(values(engine)).toEqual({ name: 'Anna', phone: '2' });
    expect(status(engine)).toBe('saved');
  });

  it('shows both answers when the same field changed, and saves the rest', async () => {
    elsewhere({ name: 'Ann' });
    const engine = await loadedTab();
    elsewhere({ name: 'Theirs' });
    engine.set('name', 'Mine');
    engine.set('city', 'Austin');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(status(engine)).toBe('conflict');
    expect(engine.getState().conflicts).toEqual({ name: { mine: 'Mine', theirs: 'Theirs' } });
    expect(engine.getState().restSaved).toBe(false);
    await clock.advance(10_000);
    await network.deliver();
    expect(engine.getState().restSaved).toBe(true);
    expect(server.data).toEqual({ name: 'Theirs', city: 'Austin' });
    expect(values(engine)).toEqual({ name: 'Mine', city: 'Austin' });
    expect(status(engine)).toBe('conflict');
  });

  it.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const)('keeps what the user chose: %s', async (choice, name) => {
    elsewhere({ name: 'Ann' });
    const engine = await loadedTab();
    elsewhere({ name: 'Theirs' });
    engine.set('name', 'Mine');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    engine.resolve('name', choice);
    await clock.advance(10_000);
    if (choice === 'mine') await network.deliver();
    expect(server.data).toEqual({ name });
    expect(values(engine)).toEqual({ name });
    expect(status(engine)).toBe('saved');
  });

  it('detects a change elsewhere to an answer typed while a save was in flight', async () => {
    const engine = await loadedTab();
    engine.set('city', 'Austin');
    await clock.advance(SAVE_AFTER_MS);
    engine.set('name', 'Mine');
    elsewhere({ name: 'Theirs' });
    await network.deliver();
    expect(engine.getState().conflicts).toEqual({ name: { mine: 'Mine', theirs: 'Theirs' } });
  });

  it('sees no conflict when both sides give the same answer, now or later', async () => {
    const engine = await loadedTab();
    elsewhere({ name: 'Same' });
    engine.set('name', 'Same');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(status(engine)).toBe('saved');
    elsewhere({ name: 'Other' });
    engine.set('name', 'Mine');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(status(engine)).toBe('conflict');
    engine.set('name', 'Other');
    expect(status(engine)).toBe('saved');
  });

  it('reloads when a version conflict does not say what is stored', async () => {
    const engine = await loadedTab();
    elsewhere({ name: 'Theirs' });
    const save = network.save;
    network.save = () => Promise.resolve({ kind: 'conflict', current: null });
    engine.set('name', 'Mine');
    await clock.advance(SAVE_AFTER_MS);
    network.save = save;
    await network.deliver();
    expect(engine.getState().conflicts).toEqual({ name: { mine: 'Mine', theirs: 'Theirs' } });
  });
});
