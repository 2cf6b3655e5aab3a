import type { FastifyRequest } from 'fastify';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A search of FHIR with its parameters in a form: a read, whatever its method. */
export const isFhirSearchForm = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'POST' && routeOptions.url === '/fhir/:type/_search';

/** Changes nothing. */
export const isRead = (request: FastifyRequest): boolean =>
  READS.has(request.method) || isFhirSearchForm(request);

/** The form's parameters join those of the address: from here on the search is one by GET. */
export function readSearchForm(request: FastifyRequest): void {
  const form = request.body;
  if (!isFhirSearchForm(request) || !(form instanceof URLSearchParams)) return;
  const inAddress = Object.entries((request.query ?? {}) as Record<string, unknown>).flatMap(
    ([name, value]) => [value].flat().map((one): [string, unknown] => [name, one]),
  );
  const query = Map.groupBy([...inAddress, ...form], ([name]) => name);
  request.query = Object.fromEntries(
    [...query].map(([name, pairs]) => [
      name,
      pairs.length > 1 ? pairs.map(([, value]) => value) : pairs[0]![1],
    ]),
  );
  request.body = undefined;
}
