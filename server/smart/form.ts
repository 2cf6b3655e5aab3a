import type { FastifyRequest } from 'fastify';

export type Form = Readonly<Record<string, string | undefined>>;
const isText = (value: unknown): boolean =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
/** Only a form gets as far as an endpoint of OAuth; what no database could keep was not said. */
export const formOf = (request: FastifyRequest): Form =>
  Object.fromEntries(
    Object.entries((request.body ?? {}) as Record<string, unknown>).filter(([, value]) => isText(value)),
  ) as Form;
