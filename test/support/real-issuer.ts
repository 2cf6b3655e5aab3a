import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

export interface RealIssuer {
  issuer: string;
  close(): Promise<void>;
}

/** `oidc-provider` on its own port; users own the address they sign in with. */
export async function startRealIssuer(client: {
  id: string;
  secret: string;
  portal: string;
}): Promise<RealIssuer> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' };
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${client.portal}/auth/sso/callback`],
        post_logout_redirect_uris: [`${client.portal}/login`],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['one'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: `real-${id}`, email: id, email_verified: true }),
    }),
  });
  server.on('request', (request, response) => void provider.callback()(request, response));
  return {
    issuer,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Submits the provider's own forms as a browser would, up to the URL it redirects to. */
export async function walkThrough(start: string, email: string, back: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([k, v]) => `${k}=${v}`).join('; ') },
      ...(body && { method: 'POST', body }),
    });
    body = undefined;
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const to = response.headers.get('location');
    if (to) {
      url = new URL(to, url).href;
      if (url.startsWith(back)) return url;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (!prompt || !action) throw new Error(`an unknown page of the provider: ${response.status} ${page}`);
    url = new URL(action, url).href;
    body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: email, password: 'any' }) });
  }
  throw new Error('the provider never came back');
}
