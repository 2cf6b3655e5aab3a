import { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** One listener for each connection: a caller may pipeline any number of requests on it. */
const waiting = new WeakMap<Socket, Set<() => void>>();

function ofSocket(socket: Socket): Set<() => void> {
  const known = waiting.get(socket);
  if (known) return known;
  const ends = new Set<() => void>();
  waiting.set(socket, ends);
  socket.once('close', () => {
    for (const end of ends) end();
  });
  return ends;
}

/**
 * Calls back exactly once when a request is over: answered, or its connection gone. A response that was never written, or
 * was closed before, emits nothing: what was taken for the request would never be given back.
 */
export function whenOver(
  { raw: { socket } }: Pick<FastifyRequest, 'raw'>,
  { raw: response }: Pick<FastifyReply, 'raw'>,
  callback: () => void,
): void {
  if (response.closed || response.destroyed || socket.destroyed) return callback();
  const ends = ofSocket(socket);
  const end = (): void => {
    if (!ends.delete(end)) return;
    response.off('close', end);
    callback();
  };
  ends.add(end);
  response.once('close', end);
}

/** Calls back, in the context of the call, once the last byte of a response was given to the network; never where it broke off. */
export const whenWhole = ({ raw: response }: Pick<FastifyReply, 'raw'>, callback: () => void): void => {
  response.once('finish', AsyncResource.bind(callback));
};
