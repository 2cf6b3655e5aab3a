import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SESSION_GATE, type KeyGate, type SessionGate } from '../platform/access/access.guard.js';
import type { Actor } from '../platform/access/actor.js';
import { AppError, badRequest } from '../platform/errors/errors.js';
import { isUnwritable } from '../platform/errors/database-errors.js';
import { ApiKeysRepository, type KnownKey } from './api-keys.repository.js';
import { actorOf } from './key-actor.js';
import { KeyRefusals } from './key-refusals.js';
import { bearerOf, readKey, readKeyToken } from './key-text.js';
import { TEXT } from './text/en.js';

/** The same answer for every invalid key, so that it tells a guesser nothing. */
const invalid = (): AppError =>
  new AppError(401, 'not_authenticated', TEXT.apiKeyNotValid, {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });

@Injectable()
export class ApiKeyGate implements KeyGate {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly refusals: KeyRefusals,
    @Inject(SESSION_GATE) private readonly sessions: SessionGate,
  ) {}

  async authenticate(request: FastifyRequest): Promise<Actor | null> {
    const text = bearerOf(request.headers.authorization);
    if (text === null) return null;
    if (request.cookies[this.sessions.cookie] !== undefined)
      return this.refusals.refuse(request, 'beside_session', badRequest(TEXT.sendApiKeyOrSession));
    const key = await this.find(text);
    if (!key) return this.refusals.refuse(request, 'unknown', invalid());
    if (key.revoked) return this.refusals.refuse(request, 'revoked', invalid(), key);
    if (key.expired) return this.refusals.refuse(request, 'expired', invalid(), key);
    if (key.touch) await this.touch(key.id);
    return actorOf(key);
  }

  /** By a token of five minutes, or by the key itself. */
  private async find(text: string): Promise<KnownKey | null> {
    const token = readKeyToken(text);
    if (token) return this.keys.knownByToken(token);
    const read = readKey(text);
    if (!read) return null;
    const key = await this.keys.known(read.publicId);
    return key?.secret_hash && timingSafeEqual(key.secret_hash, read.secretHash) ? key : null;
  }

  /** A database that cannot write down the last use still knows whose key it is. */
  private async touch(id: string): Promise<void> {
    await this.keys.touch(id).catch((error: unknown) => {
      if (!isUnwritable(error)) throw error;
    });
  }
}
