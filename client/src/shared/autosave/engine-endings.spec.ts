import { beforeEach, describe, expect, it } from '@jest/globals';
import { SAVE_AFTER_MS } from './engine.js';
import { makeScene, settle, status, values } from './testing.js';

let { clock, server, network, tab, loadedTab, elsewhere } = makeScene();
beforeEach(() => {
  ({ clock, server, network, tab, loadedTab, elsewhere } = makeScene());
});

describe('rejected answers', () => {
  const refuse = (fields: Record<string, string>) => {
    network.save = (request) =>
      Promise.resolve(
        Object.keys(fields).some((name) => request.data[name] === 'too long')
          ? { kind: 'refused', message: 'No.', fields }
          : server.save(request),
      );
  };

  it('are held back with their message while the others are saved', async () => {
    const engine = await loadedTab();
    refuse({ name: 'Shorten it.' });
    engine.set('name', 'too long');
    engine.set('city', 'Austin');
    await clock.advance(10_000);
    expect(engine.getState().refused).toEqual({ name: 'Shorten it.' });
    expect(server.data).toEqual({ city: 'Austin' });
    expect(values(engine)).toEqual({ name: 'too long', city: 'Austin' });
    expect(status(engine)).toBe('not-saved-yet');
    expect(await engine.submit()).toEqual({
      kind: 'refused',
      message: 'Shorten it.',
      fields: { name: 'Shorten it.' },
    });
  });

  it('do not keep the others from a last save', async () => {
    const engine = await loadedTab();
    refuse({ name: 'Shorten it.' });
    engine.set('name', 'too long');
    engine.set('city', 'Austin');
    await engine.flush();
    expect(server.data).toEqual({ city: 'Austin' });
    expect(engine.hasUnsaved()).toBe(true);
  });

  it('are sent again once they are changed', async () => {
    const engine = await loadedTab();
    refuse({ name: 'Shorten it.' });
    engine.set('name', 'too long');
    await clock.advance(10_000);
    engine.set('name', 'short');
    expect(engine.getState().refused).toEqual({});
    await clock.advance(SAVE_AFTER_MS);
    expect(server.data).toEqual({ name: 'short' });
    expect(status(engine)).toBe('saved');
  });

  it('are not resent in a loop when no field is named', async () => {
    const engine = await loadedTab();
    let calls = 0;
    network.save = () => {
      calls += 1;
      return Promise.resolve({ kind: 'refused', message: 'No.', fields: {} });
    };
    engine.set('name', 'a');
    await clock.advance(120_000);
    expect(calls).toBeGreaterThan(1);
    expect(calls).toBeLessThan(12);
    await engine.flush();
  });

  it('show why when no field is named, and a change is then sent without the longer wait', async () => {
    const engine = await loadedTab();
    const save = network.save;
    network.save = () => Promise.resolve({ kind: 'refused', message: 'Too large.', fields: {} });
    engine.set('name', 'a');
    await clock.advance(60_000);
    expect(engine.getState().objection).toBe('Too large.');
    expect(engine.wouldLoseOnLeaving()).toBe(true);
    network.save = save;
    engine.set('name', 'b');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(engine.getState()).toMatchObject({ status: 'saved', objection: null });
  });

  it('do not count as waiting once all others are saved', async () => {
    const engine = await loadedTab();
    refuse({ name: 'Shorten it.' });
    engine.set('name', 'too long');
    engine.set('city', 'Austin');
    expect(engine.getState().restSaved).toBe(false);
    await clock.advance(10_000);
    expect(engine.getState().restSaved).toBe(true);
  });
});

describe('leaving', () => {
  it('sends immediately, in a request that outlives the page', async () => {
    const engine = await loadedTab();
    engine.set('name', 'a');
    engine.leave();
    await settle();
    await network.deliver();
    expect(server.requests).toMatchObject([{ keepalive: true, data: { name: 'a' } }]);
    await clock.advance(10_000);
    expect(network.open).toBe(0);
  });

  it('sends what was typed during a save right after it', async () => {
    const engine = await loadedTab();
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    engine.set('name', 'ab');
    engine.leave();
    await network.deliver();
    await network.deliver();
    expect(server.data).toEqual({ name: 'ab' });
  });

  it('knows when something would be lost', async () => {
    const engine = tab();
    engine.set('name', 'a');
    expect(engine.wouldLoseOnLeaving()).toBe(true);
    await network.deliver();
    expect(engine.wouldLoseOnLeaving()).toBe(false);
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver('request-lost');
    expect(engine.wouldLoseOnLeaving()).toBe(true);
    engine.retryNow();
    await clock.advance(0);
    await network.deliver();
    expect(engine.hasUnsaved()).toBe(false);
  });

  it('flushes the save in flight and later typing', async () => {
    const engine = await loadedTab();
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    engine.set('name', 'ab');
    let done = false;
    void engine.flush().then(() => (done = true));
    await network.deliver();
    expect(done).toBe(false);
    await network.deliver();
    expect(done).toBe(true);
    expect(server.data).toEqual({ name: 'ab' });
  });

  it('does nothing after it is disposed', async () => {
    const engine = await loadedTab();
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    let told = 0;
    engine.subscribe(() => (told += 1));
    engine.dispose();
    await network.deliver();
    await clock.advance(60_000);
    expect(told).toBe(0);
    expect(network.open).toBe(0);
  });
});

describe('an expired session', () => {
  it('stops sending and keeps what was typed', async () => {
    elsewhere({ name: 'Ann' });
    const engine = await loadedTab();
    engine.set('name', 'Anna');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver('signed-out');
    engine.set('city', 'Austin');
    await clock.advance(600_000);
    expect(network.open).toBe(0);
    expect(status(engine)).toBe('not-saved-yet');

    const back = tab(engine.keep());
    expect(values(back)).toEqual({ name: 'Anna', city: 'Austin' });
    await network.deliver();
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(server.data).toEqual({ name: 'Anna', city: 'Austin' });
  });

  it('shows what was changed elsewhere instead of overwriting it', async () => {
    elsewhere({ name: 'Ann', phone: '1' });
    const engine = await loadedTab();
    engine.set('name', 'Mine');
    const kept = engine.keep();
    engine.dispose();
    elsewhere({ name: 'Theirs', phone: '2' });
    const back = tab(kept);
    await network.deliver();
    expect(back.getState().conflicts).toEqual({ name: { mine: 'Mine', theirs: 'Theirs' } });
    expect(values(back)).toEqual({ name: 'Mine', phone: '2' });
  });

  it('still asks about a conflict that was open when the session ended', async () => {
    const engine = await loadedTab();
    elsewhere({ name: 'Theirs' });
    engine.set('name', 'Mine');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    const kept = engine.keep();
    engine.dispose();
    const back = tab(kept);
    await network.deliver();
    await clock.advance(60_000);
    expect(back.getState().conflicts).toEqual({ name: { mine: 'Mine', theirs: 'Theirs' } });
    expect(server.data).toEqual({ name: 'Theirs' });
  });

  it('survives a second expiry before anything has loaded', async () => {
    const engine = await loadedTab();
    engine.set('name', 'Ann');
    const again = tab(engine.keep());
    expect(tab(again.keep()).getState().values).toEqual({ name: 'Ann' });
  });

  it('keeps what was typed before a load ever succeeded', async () => {
    const engine = tab();
    await network.deliver('request-lost');
    engine.set('name', 'Ann');
    const kept = engine.keep();
    engine.dispose();
    const back = tab(kept);
    await network.deliver();
    expect(values(back)).toEqual({ name: 'Ann' });
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    expect(server.data).toEqual({ name: 'Ann' });
  });

  it('keeps nothing when everything is saved', async () => {
    elsewhere({ name: 'Ann' });
    expect((await loadedTab()).keep()).toBeUndefined();
  });
});

describe('submitting', () => {
  it('takes a signature along, which makes it another action', async () => {
    const engine = await loadedTab();
    const seen: (readonly [string | undefined, string | undefined])[] = [];
    network.save = ({ signedBy, idempotencyKey }) => {
      seen.push([signedBy, idempotencyKey]);
      return Promise.resolve({ kind: 'failed', stored: 'no' });
    };
    for (const name of ['Orson Testman', 'Orson Testman', undefined]) await engine.submit(name);
    expect(seen.map(([name]) => name)).toEqual(['Orson Testman', 'Orson Testman', undefined]);
    expect(seen[1]?.[1]).toBe(seen[0]?.[1]);
    expect(seen[2]?.[1]).not.toBe(seen[0]?.[1]);
  });

  it('waits for the save in flight and sends everything once', async () => {
    const engine = await loadedTab();
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    engine.set('name', 'ab');
    const first = engine.submit();
    const second = engine.submit();
    expect(second).toBe(first);
    expect(engine.getState().submitting).toBe(true);
    await network.deliver();
    await network.deliver();
    expect((await first).kind).toBe('saved');
    expect(server.requests.map((request) => request.submit)).toEqual([false, true]);
    expect(server.data).toEqual({ name: 'ab' });
    await clock.advance(10_000);
    expect(network.open).toBe(0);
    expect(engine.getState().submitting).toBe(false);
  });

  it('is not undone by an abandoned save that arrives later', async () => {
    const engine = await loadedTab();
    engine.set('name', 'a');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver('late');
    engine.set('name', 'ab');
    const done = engine.submit();
    await settle();
    await network.deliver();
    expect((await done).kind).toBe('saved');
    expect(network.late).toHaveLength(1);
    network.late[0]?.();
    expect(server.data).toEqual({ name: 'ab' });
    expect(server.submitted).toBe(true);
    await clock.advance(60_000);
    expect(values(engine)).toEqual({ name: 'ab' });
    expect(status(engine)).toBe('saved');
  });

  it('reuses the key for the same answers and uses a new one for changed answers', async () => {
    const engine = await loadedTab();
    engine.set('name', 'a');
    for (const fate of ['request-lost', 'request-lost'] as const) {
      const done = engine.submit();
      await settle();
      await network.deliver(fate);
      expect((await done).kind).toBe('failed');
    }
    const seen: (string | undefined)[] = [];
    network.save = (request) => {
      seen.push(request.idempotencyKey);
      return Promise.resolve({ kind: 'failed', stored: 'no' });
    };
    await engine.submit();
    await engine.submit();
    engine.set('name', 'b');
    await engine.submit();
    expect(seen[0]).toBeDefined();
    expect(seen[1]).toBe(seen[0]);
    expect(seen[2]).not.toBe(seen[0]);
  });

  it('leaves a rejected form as a draft that is still saved', async () => {
    const engine = await loadedTab();
    network.save = (request) =>
      Promise.resolve(
        request.submit
          ? { kind: 'refused', message: 'No.', fields: { name: 'Say more.' } }
          : server.save(request),
      );
    engine.set('name', 'a');
    expect(await engine.submit()).toMatchObject({ kind: 'refused', fields: { name: 'Say more.' } });
    await clock.advance(SAVE_AFTER_MS);
    expect(server.data).toEqual({ name: 'a' });
    expect(server.submitted).toBe(false);
  });

  it('asks to resolve a conflict first, and needs a loaded form', async () => {
    const early = tab();
    expect((await early.submit()).kind).toBe('not-loaded');
    await network.deliver();
    elsewhere({ name: 'Theirs' });
    early.set('name', 'Mine');
    await clock.advance(SAVE_AFTER_MS);
    await network.deliver();
    const requests = server.requests.length;
    expect((await early.submit()).kind).toBe('conflict');
    expect(server.requests).toHaveLength(requests);
  });
});
