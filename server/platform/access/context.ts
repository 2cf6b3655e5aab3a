import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryRunner } from 'typeorm';
import type { Actor } from './actor.js';
import { EVERYTHING, type Scope } from './scope.js';

/** What the audit says of an act. */
export interface AuditedAct {
  action: string;
  patientId: string | null;
  orgId: string | null;
  detail: Record<string, unknown> | null;
}

/** A case whose rules were asked: what is refused for them tells something of it. */
export interface JudgedCase {
  caseId: string;
  patientId: string;
  orgId: string;
}

export interface OpenTransaction {
  runner: QueryRunner;
  afterCommit: (() => void)[];
  /** What is written down although nothing else is kept. */
  afterRollback: (() => Promise<void>)[];
}

/** What belongs to one request (or one job) and to nobody else. */
export interface RequestContext {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  actor: Actor | null;
  /** Staff who write: what they write is stored only while their session is still open. */
  mustStay: boolean;
  /** Whose rows its statements reach. */
  scope: Scope;
  /** The act that was written down last, whose records, and the case that was judged last; the context of a transaction shares them. */
  audited: {
    last: AuditedAct | null;
    patients: Set<string>;
    judged: JudgedCase | null;
    /** Patients a list answers about without showing a row of theirs: for the next act that is written down. */
    asked: Set<string>;
  };
  /** The open transaction, set by the unit of work only. */
  transaction: OpenTransaction | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function newContext(requestId: string, parts: Partial<RequestContext> = {}): RequestContext {
  return {
    requestId,
    ip: null,
    userAgent: null,
    actor: null,
    mustStay: false,
    scope: EVERYTHING,
    audited: { last: null, patients: new Set(), judged: null, asked: new Set() },
    transaction: null,
    ...parts,
  };
}

/** The request id of acts that only furnish the demo: nobody opened anybody's record. */
export const SET_UP = 'demo-set-up';

export const runInContext = <T>(context: RequestContext, fn: () => T): T => storage.run(context, fn);
export const currentContext = (): RequestContext | undefined => storage.getStore();
/** A list was asked about these patients: that it has no row of theirs tells something, too. */
export function askedAbout(patientIds: Iterable<string>): void {
  const asked = currentContext()?.audited.asked;
  for (const id of patientIds) asked?.add(id);
}
/** What runs outside of a request belongs to the portal itself. */
export const currentScope = (): Scope => currentContext()?.scope ?? EVERYTHING;
export const inScope = <T>(scope: Scope, fn: () => T): T =>
  runInContext({ ...(currentContext() ?? newContext('background')), scope }, fn);
