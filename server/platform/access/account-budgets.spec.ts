import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '#common/vocabulary/index.js';
import type { Actor } from './actor.js';
import { AppError } from '../errors/errors.js';
import { AccountBudgets, BUDGETS, WAITING, WRITING } from './account-budgets.js';

const actor = (role: Role = 'patient', userId = 'one') => ({ userId, roles: [role] }) as unknown as Actor;
const read = { method: 'GET', headers: {} } as FastifyRequest;
const write = (length = 10) =>
  ({
    method: 'POST',
    routeOptions: {},
    headers: { 'content-length': String(length) },
    raw: { socket: new EventEmitter() },
  }) as unknown as FastifyRequest;
const answer = () => {
  const raw = Object.assign(new EventEmitter(), { closed: false });
  return { reply: { raw } as unknown as FastifyReply, end: () => raw.emit('close') };
};
const refusal = async (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error instanceof AppError && [error.status, error.parts.headers],
  );

describe('the budget of an account', () => {
  it('refuses one call more than a minute allows, to that account only, and says when to come back', async () => {
    const budgets = new AccountBudgets({ rateLimits: 'strict' });
    for (let i = 0; i < BUDGETS.patient.calls.most; i++) await budgets.spend(actor(), read, answer().reply);
    expect(await refusal(budgets.spend(actor(), read, answer().reply))).toEqual([
      429,
      { ratelimit: '"calls";r=0;t=60' },
    ]);
    expect(await refusal(budgets.spend(actor('patient', 'two'), read, answer().reply))).toBeNull();
    expect(await refusal(budgets.spend(actor('provider'), read, answer().reply))).toBeNull();
  });

  it('tells a program what is left, and is the same for it where limits are relaxed', async () => {
    const budgets = new AccountBudgets({ rateLimits: 'relaxed' });
    const told: Record<string, string>[] = [];
    const reply = { headers: (set: Record<string, string>) => told.push(set) } as unknown as FastifyReply;
    const program = { userId: 'key', roles: [], key: { id: 'key' } } as unknown as Actor;
    const { most } = BUDGETS.key.calls;
    for (let i = 0; i < most; i++) await budgets.spend(program, read, reply);
    expect(told[0]).toEqual({
      'ratelimit-policy': `"calls";q=${most};w=60`,
      ratelimit: `"calls";r=${most - 1};t=60`,
    });
    expect(told.at(-1)!['ratelimit']).toBe('"calls";r=0;t=60');
    expect(await refusal(budgets.spend(program, read, reply))).toEqual([
      429,
      { ratelimit: '"calls";r=0;t=60' },
    ]);
  });

  it('counts what is written, also where limits are relaxed', async () => {
    const budgets = new AccountBudgets({ rateLimits: 'relaxed' });
    const { reply, end } = answer();
    await budgets.spend(actor(), write(BUDGETS.patient.bytes.most), reply);
    end();
    expect(await refusal(budgets.spend(actor(), write(), answer().reply))).toEqual([
      429,
      { ratelimit: '"bytes";r=0;t=600' },
    ]);
    expect(await refusal(budgets.spend(actor(), read, answer().reply))).toBeNull();
  });

  it('counts what was read of a body that announced no length', async () => {
    const budgets = new AccountBudgets({ rateLimits: 'strict' });
    const chunked = {
      method: 'POST',
      routeOptions: {},
      headers: { 'transfer-encoding': 'chunked' },
      received: BUDGETS.patient.bytes.most,
      raw: { socket: new EventEmitter() },
    } as unknown as FastifyRequest;
    const { reply, end } = answer();
    await budgets.spend(actor(), chunked, reply);
    end();
    expect(await refusal(budgets.spend(actor(), chunked, answer().reply))).toEqual([
      429,
      { ratelimit: '"bytes";r=0;t=600' },
    ]);
  });

  it('lets writes of one account wait for each other, and only so many', async () => {
    const budgets = new AccountBudgets({ rateLimits: 'strict' });
    let begun = 0;
    const writes = Array.from({ length: WRITING + WAITING }, () => {
      const { reply, end } = answer();
      return { end, started: budgets.spend(actor(), write(), reply).then(() => begun++) };
    });
    await new Promise(setImmediate);
    expect(begun).toBe(WRITING);
    expect(await refusal(budgets.spend(actor(), write(), answer().reply))).toEqual([
      429,
      { ratelimit: '"writes";r=0;t=1' },
    ]);
    for (const { started, end } of writes) {
      await started;
      end();
    }
    expect(begun).toBe(WRITING + WAITING);
    expect(await refusal(budgets.spend(actor(), write(), answer().reply))).toBeNull();
  });
});
