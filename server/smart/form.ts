import type { FastifyRequest } from 'fastify';

export type Form = Readonly<Record<string, string | undefined>>;
/** Only a form gets as far as an endpoint of OAuth. */
export const formOf = (request: FastifyRequest): Form => (request.body ?? {}) as Form;
