import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

export interface Authority {
  /** The certificate that clients trust, as PEM. */
  certificate: string;
  issue(host: string): Promise<{ certificate: string; key: string }>;
}

/** A certificate authority of its own, for one test. */
export async function certificateAuthority(): Promise<Authority> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const name = 'CN=Test authority';
  const root = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    ...validity,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    certificate: root.toString('pem'),
    async issue(host) {
      const own = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${host}`,
        issuer: name,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        ...validity,
        extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
      });
      const key = await webcrypto.subtle.exportKey('pkcs8', own.privateKey);
      return { certificate: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
    },
  };
}
