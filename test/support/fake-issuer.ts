import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

/** What the token call returns for a code: claims that may be false. */
export interface Told extends JWTPayload {
  email?: string;
  email_verified?: unknown;
}

export interface FakeIssuer {
  issuer: string;
  /** @returns a one-time code that gives these claims */
  tell(claims: Told, how?: { foreignKey?: boolean }): string;
  /** Requests seen, by path. */
  asked: string[];
  /** The client secret of the last token call, as a provider reads it that decodes no header. */
  secret(): string | null;
  /** Signs with another key from now on, as after a rotation. */
  rotate(): Promise<void>;
  /** Answers nothing until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

async function form(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const part of request) text += String(part);
  return new URLSearchParams(text);
}

/** An OpenID Connect provider that returns whatever a test tells it to. */
export async function startFakeIssuer(clientId: string): Promise<FakeIssuer> {
  const foreign = await generateKeyPair('RS256');
  let [own, kid] = [await generateKeyPair('RS256'), 1];
  const jwk = async () => ({
    ...(await exportJWK(own.publicKey)),
    kid: String(kid),
    alg: 'RS256',
    use: 'sig',
  });
  let secret: string | null = null;
  const codes = new Map<string, { claims: Told; foreignKey: boolean }>();
  const asked: string[] = [];
  let issuer = '';

  async function tokenFor(request: IncomingMessage): Promise<[number, object]> {
    const sent = await form(request);
    const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    secret = sent.get('client_secret') ?? Buffer.from(basic, 'base64').toString().split(':')[1] ?? null;
    const code = sent.get('code') ?? '';
    const told = codes.get(code);
    codes.delete(code);
    if (!told) return [400, { error: 'invalid_grant' }];
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 300, sub: 'sub-1', ...told.claims };
    const id_token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: String(kid) })
      .sign(told.foreignKey ? foreign.privateKey : own.privateKey);
    return [200, { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token }];
  }

  async function answer(request: IncomingMessage): Promise<[number, object]> {
    const path = new URL(request.url ?? '/', issuer).pathname;
    asked.push(path);
    if (path === '/jwks') return [200, { keys: [await jwk()] }];
    if (path === '/token') return tokenFor(request);
    if (path !== '/.well-known/openid-configuration') return [404, {}];
    return [
      200,
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        end_session_endpoint: `${issuer}/end`,
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
    ];
  }

  let held = Promise.resolve();
  const server = createServer((request, response: ServerResponse) => {
    void held
      .then(() => answer(request))
      .then(([status, body]) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let made = 0;
  return {
    issuer,
    asked,
    secret: () => secret,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    async rotate() {
      [own, kid] = [await generateKeyPair('RS256'), kid + 1];
    },
    tell(claims, { foreignKey = false } = {}) {
      const code = `code-${++made}`;
      codes.set(code, { claims, foreignKey });
      return code;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
