import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { toAppError } from './error.filter.js';

describe('an error', () => {
  it('of a caller who left in the middle of a body is no outage of the database; of a lost connection to it, it is', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sending = request({ port, method: 'POST', headers: { 'content-length': 10 } }).on(
      'error',
      () => {},
    );
    sending.write('x');
    const [arriving] = (await once(server, 'request')) as [IncomingMessage];
    const failed = once(arriving, 'error') as Promise<[Error]>;
    sending.destroy();
    const [left] = await failed;
    server.close();
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    expect([toAppError(left), toAppError(lost)]).toMatchObject([
      { status: 400, code: 'bad_request' },
      { status: 503, code: 'database_unavailable' },
    ]);
  });
});
