import type { Response, Test } from 'supertest';
import { operationOf } from './described.mjs';

/** Set by `npm run prove:api`: where Prism is shown what was sent and what came back. */
const JUDGE = process.env.API_JUDGE;

const textOf = (body: unknown): string | null => {
  if (body === undefined) return null;
  return typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : JSON.stringify(body);
};

/** Has a call and its answer compared with the description by a program of others; the test sees nothing of it. */
export async function judged(test: Test, body: unknown, response: Response): Promise<void> {
  if (!JUDGE) return;
  const { pathname, search } = new URL(test.url);
  const { headers } = test.toJSON() as unknown as { headers: Record<string, string> };
  const exchange = {
    method: test.method,
    path: pathname + search,
    operation: operationOf(test.method.toLowerCase(), test.url)?.operationId ?? null,
    headers,
    sent: textOf(body),
    answer: { status: response.status, headers: response.headers as unknown, text: response.text ?? '' },
  };
  await fetch(JUDGE, { method: 'POST', body: JSON.stringify(exchange) });
}
