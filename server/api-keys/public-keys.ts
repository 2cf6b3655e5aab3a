import { importJWK, type JWK } from 'jose';

/** The algorithms of SMART Backend Services, and the kind of key each takes. */
export const ALGORITHMS = ['RS384', 'ES384'] as const;
type Algorithm = (typeof ALGORITHMS)[number];

/** One public key, with nothing but what checking a signature takes. */
export type PublicKey = { kid: string; alg: Algorithm } & (
  | { kty: 'RSA'; n: string; e: string }
  | { kty: 'EC'; crv: string; x: string; y: string }
);

const MOST_KEYS = 10;
const MOST_KID = 200;
const LEAST_BITS = 2048;
const MOST_BITS = 8192;
/** Of private and of shared keys. */
const SECRET_PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** What is wrong with a key set, for who entered it. */
export class BadKeySet extends Error {}

const bitsOf = (modulus: string): number => Buffer.from(modulus, 'base64url').length * 8;

function partsOf(jwk: JWK, kid: string): PublicKey {
  const { kty, n, e, crv, x, y } = jwk;
  if (kty === 'RSA' && typeof n === 'string' && typeof e === 'string') {
    if (bitsOf(n) < LEAST_BITS || bitsOf(n) > MOST_BITS)
      throw new BadKeySet(`An RSA key must have between ${LEAST_BITS} and ${MOST_BITS} bits.`);
    return { kid, alg: 'RS384', kty: 'RSA', n, e };
  }
  if (kty === 'EC' && crv === 'P-384' && typeof x === 'string' && typeof y === 'string')
    return { kid, alg: 'ES384', kty: 'EC', crv, x, y };
  throw new BadKeySet('Each key must be an RSA key (RS384) or an EC key on the curve P-384 (ES384).');
}

async function publicKey(value: unknown): Promise<PublicKey> {
  const jwk = (typeof value === 'object' && value !== null ? value : {}) as JWK;
  if (SECRET_PARTS.some((part) => part in jwk))
    throw new BadKeySet('This contains a private key. Enter the public keys only, and replace that key.');
  if (typeof jwk.kid !== 'string' || jwk.kid === '' || jwk.kid.length > MOST_KID || jwk.kid.includes('\0'))
    throw new BadKeySet('Each key needs an id (kid).');
  if (jwk.use !== undefined && jwk.use !== 'sig') throw new BadKeySet('Each key must be for signatures.');
  const key = partsOf(jwk, jwk.kid);
  if (jwk.alg !== undefined && jwk.alg !== key.alg)
    throw new BadKeySet(`The key ${key.kid} must have the algorithm ${key.alg}.`);
  await importJWK(key, key.alg).catch(() => {
    throw new BadKeySet(`The key ${key.kid} is not valid.`);
  });
  return key;
}

/** The public keys in a JWK set. Throws a BadKeySet that says what is wrong. */
export async function readKeySet(text: string): Promise<PublicKey[]> {
  let set: unknown;
  try {
    set = JSON.parse(text);
  } catch {
    throw new BadKeySet('This is not JSON.');
  }
  const { keys } = (typeof set === 'object' && set !== null ? set : {}) as { keys?: unknown };
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MOST_KEYS)
    throw new BadKeySet(`Enter a key set: {"keys": [...]} with 1 to ${MOST_KEYS} keys.`);
  const read = await Promise.all(keys.map(publicKey));
  if (new Set(read.map(({ kid }) => kid)).size < read.length)
    throw new BadKeySet('Two keys have the same id (kid).');
  return read;
}
