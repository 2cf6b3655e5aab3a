import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';

const LIFETIME_S = 90 * 24 * 3600;
/** Renewed when less than this is left. */
const RENEW_BELOW_S = 60 * 24 * 3600;
/** Part of the mark: someone who knows only the password gets no device with a count of codes of its own. */
const PROVEN = ' second factor';
const VALUE = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

/**
 * a device that signed in before has its own count, so that no one can lock its owner out by guessing.
 * The cookie grants nothing.
 */
@Injectable()
export class KnownDevices {
  readonly cookie: string;

  constructor(
    private readonly cipher: FieldCipher,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.cookie = config.secureCookies ? '__Host-trt_dev' : 'trt_dev';
  }

  /** @returns the id of the device, if this user signed in on it within 90 days */
  idOf(request: FastifyRequest, userId: string): string | null {
    return this.read(request, userId)?.id ?? null;
  }

  /** @returns the same where the second factor of this user was given on it */
  proven(request: FastifyRequest, userId: string): string | null {
    const known = this.read(request, userId);
    return known?.proven ? known.id : null;
  }

  /** @param proven the second factor was given on it, now */
  remember(reply: FastifyReply, userId: string, proven = false): void {
    const known = this.read(reply.request, userId);
    if (known && known.leftS > RENEW_BELOW_S && known.proven >= proven) return;
    const id = known?.id ?? randomBytes(16).toString('base64url');
    const issued = String(Math.floor(Date.now() / 1000));
    const more = known?.proven || proven ? PROVEN : '';
    const mac = this.cipher.macFor('device', message(userId, id, issued + more)).toString('base64url');
    const options = {
      path: '/',
      secure: this.config.secureCookies,
      sameSite: 'lax',
      httpOnly: true,
      maxAge: LIFETIME_S,
    } as const;
    void reply.setCookie(this.cookie, `${id}.${issued}.${mac}`, options);
  }

  private read(
    request: FastifyRequest,
    userId: string,
  ): { id: string; leftS: number; proven: boolean } | null {
    const [, id, issued, mac] = VALUE.exec(request.cookies[this.cookie] ?? '') ?? [];
    if (!id || !issued || !mac) return null;
    const leftS = Number(issued) + LIFETIME_S - Date.now() / 1000;
    if (leftS <= 0 || leftS > LIFETIME_S + 60) return null;
    const matches = (more: string): boolean =>
      this.cipher.macForMatches('device', message(userId, id, issued + more), Buffer.from(mac, 'base64url'));
    const proven = matches(PROVEN);
    return proven || matches('') ? { id, leftS, proven } : null;
  }
}

const message = (userId: string, id: string, issued: string): string => `device:${userId}:${id}:${issued}`;
