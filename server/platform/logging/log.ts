import { Global, Inject, Injectable, Module } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import pino, { type Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import type { AppError } from '../errors/errors.js';
import { databaseErrorCode } from '../errors/database-errors.js';

const MOST_WAITING_BYTES = 1_000_000;

/** The message of an unexpected error may quote a person's data: only its kind and its own code lines are kept. */
function safeFrames(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => line.trim().startsWith('at '))
    .slice(0, 6)
    .map((line) => line.trim());
}

/** Structured lines with ids only: no names, mail addresses, bodies or query strings. */
@Injectable()
export class Log {
  readonly pino: Logger;

  constructor(@Inject(CONFIG) config: Pick<Config, 'logLevel'>) {
    // Where the log cannot be written, lines wait, and then are dropped: nobody's request fails for them.
    const output = pino.destination({ fd: process.stdout.fd, sync: true, maxLength: MOST_WAITING_BYTES });
    output.on('error', () => undefined);
    const options = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
    this.pino = pino(options, output);
  }

  failure(request: FastifyRequest, error: AppError, cause: unknown): void {
    const level = error.status === 500 ? 'error' : 'warn';
    this.pino[level](
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions?.url,
        status: error.status,
        code: error.code,
        kind: cause instanceof Error ? cause.name : typeof cause,
        sqlstate: databaseErrorCode(cause),
        frames: error.status === 500 ? safeFrames(cause) : undefined,
      },
      'request failed',
    );
  }

  /** @param context ids and counts only */
  info(message: string, context: Record<string, string | number | boolean | null> = {}): void {
    this.pino.info(context, message);
  }

  /** @param context ids and counts only */
  warn(message: string, context: Record<string, string | number | boolean | null> = {}): void {
    this.pino.warn(context, message);
  }

  /** @param context ids and counts only */
  error(message: string, cause: unknown, context: Record<string, string | number> = {}): void {
    this.pino.error(
      {
        ...context,
        kind: cause instanceof Error ? cause.name : typeof cause,
        sqlstate: databaseErrorCode(cause),
        frames: safeFrames(cause),
      },
      message,
    );
  }
}

@Global()
@Module({ providers: [Log], exports: [Log] })
export class LogModule {}
