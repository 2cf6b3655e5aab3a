import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors/errors.js';
import { refuse, routeOf } from './request-hooks.js';

const HEALTH = new Set(['/livez', '/readyz']);

/** For a process that works the jobs: its port serves no portal. */
export function answerHealthOnly(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) =>
    HEALTH.has(routeOf(request)) ? undefined : refuse(request, reply, notFound()),
  );
}
