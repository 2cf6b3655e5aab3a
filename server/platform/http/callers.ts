import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '../crypto/field-cipher.js';
import { whenOver } from '../requests/when-over.js';

const MOST = 20_000;

/** Whose a request is, before the database was asked: of a known session or key its account, otherwise only the session or key. */
export class Callers {
  private readonly accounts = new Map<string, string>();

  /** @param cookie the name of the one with the session: others do not make another caller */
  constructor(private readonly cookie: string) {}

  /** undefined: the request names no one. */
  of(request: FastifyRequest, reply: FastifyReply): string | undefined {
    const credential = request.cookies[this.cookie] ?? request.headers.authorization;
    if (credential === undefined) return undefined;
    const caller = sha256(credential).toString('base64');
    const account = this.accounts.get(caller);
    if (account === undefined) whenOver(request, reply, () => this.learn(caller, request.actor?.userId));
    return account ?? caller;
  }

  private learn(caller: string, account: string | undefined): void {
    if (account === undefined) return;
    this.accounts.set(caller, account);
    const [oldest] = this.accounts.keys();
    if (this.accounts.size > MOST) this.accounts.delete(oldest!);
  }
}
