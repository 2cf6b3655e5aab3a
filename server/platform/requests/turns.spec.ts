import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Turns } from './turns.js';

type Call = [FastifyRequest, FastifyReply];
const call = (): { call: Call; end: () => void } => {
  const raw = Object.assign(new EventEmitter(), { closed: false });
  const end = () => {
    raw.closed = true;
    raw.emit('close');
  };
  return { call: [{ raw: { socket: new EventEmitter() } }, { raw }] as unknown as Call, end };
};
/** What was decided by now; null for a call that waits. */
const now = (asked: Promise<boolean>): Promise<boolean | null> => Promise.race([asked, sleep(5, null)]);

describe('turns', () => {
  it('go on at once up to the limit, then in the order in which they were asked for', async () => {
    const turns = new Turns({ running: 1, waiting: 2, ms: 10_000 });
    const [first, second, third, fourth] = [call(), call(), call(), call()];
    expect(await turns.take('one', ...first.call)).toBe(true);
    const waiting = [turns.take('one', ...second.call), turns.take('one', ...third.call)];
    expect(await turns.take('one', ...fourth.call)).toBe(false);
    expect(await turns.take('another', ...call().call)).toBe(true);
    expect(await Promise.all(waiting.map(now))).toEqual([null, null]);
    first.end();
    expect(await Promise.all(waiting.map(now))).toEqual([true, null]);
    second.end();
    expect(await Promise.all(waiting.map(now))).toEqual([true, true]);
  });

  it('are given up by who has left, also in the line', async () => {
    const turns = new Turns({ running: 1, waiting: 1, ms: 10_000 });
    const [first, gone, next] = [call(), call(), call()];
    await turns.take('one', ...first.call);
    const left = turns.take('one', ...gone.call);
    gone.end();
    const waits = turns.take('one', ...next.call);
    expect([await now(left), await now(waits)]).toEqual([false, null]);
    first.end();
    first.end();
    expect(await now(waits)).toBe(true);
    expect(await now(turns.take('one', ...call().call))).toBeNull();
  });

  it('are refused after a while in the line', async () => {
    const turns = new Turns({ running: 1, waiting: 1, ms: 20 });
    await turns.take('one', ...call().call);
    expect(await turns.take('one', ...call().call)).toBe(false);
  });
});
