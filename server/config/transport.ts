const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/;
/** Of the driver, in its own and in its libpq mode, where "require" encrypts without verifying the server. */
const VERIFIED = { own: ['require', 'verify-ca', 'verify-full'], libpq: ['verify-ca', 'verify-full'] };

/** On this machine: nothing that is sent there leaves it. */
export const isLocal = ({ hostname }: URL): boolean => LOCAL.test(hostname) || /^%2f/i.test(hostname);

/** Whether a connection may be unencrypted: to this machine, or to a host that PLAINTEXT_HOSTS names. */
export function mayBePlain(url: URL, allowed = ''): boolean {
  const names = allowed.split(',').map((name) => name.trim().toLowerCase());
  return isLocal(url) || names.includes(url.hostname.toLowerCase());
}

/** Another user of the same database could reach other rows. */
export const isSameUser = (one: string, other = ''): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).username === new URL(other).username;

/** Whether a database is local, on a named private network, or reached by TLS with a verified certificate. */
export function isSafeDatabase(text: string, allowed?: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const { searchParams: asked } = url;
  // The driver connects to the `host` of the query if there is one.
  const host = asked.get('host');
  if (host) url.hostname = encodeURIComponent(host);
  const verified = VERIFIED[asked.get('uselibpqcompat') === 'true' ? 'libpq' : 'own'];
  return mayBePlain(url, allowed) || verified.includes(asked.get('sslmode') ?? '');
}
