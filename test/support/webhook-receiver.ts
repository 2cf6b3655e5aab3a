import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A program of a clinic that receives webhooks; `answer` decides what it says. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** The status of each answer; `null`: none at all. */
  answer: (path: string, attempt: number) => number | null = () => 204;
  /** How long it thinks. */
  wait: (received: Received) => Promise<void> = () => Promise.resolve();
  /** What it writes beside the status. */
  says: (received: Received) => string = () => 'thank you';
  private server: Server | null = null;

  async start(): Promise<string> {
    const listener: RequestListener = (request, response) => {
      const path = request.url ?? '';
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        const received = { path, headers: request.headers, body };
        this.received.push(received);
        const status = this.answer(path, this.at(path).length);
        if (status === null) return;
        void this.wait(received).then(() =>
          response
            .writeHead(status, status === 302 ? { location: '/elsewhere' } : {})
            .end(this.says(received)),
        );
      });
    };
    this.server = createServer(listener);
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}
