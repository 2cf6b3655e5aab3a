import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import type { Config } from '../config/config.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Jobs } from '../jobs/jobs.service.js';
import type { FieldCipher } from '../platform/crypto/field-cipher.js';
import type { Mail } from './mail.entity.js';
import { MailSender } from './mail-sender.js';

let smtp: SMTPServer;
let url: string;
const arrived: string[] = [];

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    // As someone on the network does who removes the offer.
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, callback) => {
      stream.resume();
      stream.once('end', () => {
        arrived.push(...session.envelope.rcptTo.map(({ address }) => address));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(smtp.server.address() as { port: number }).port}`;
});
afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));

function sender(smtpNeedsTls: boolean): MailSender {
  const mail = { id: '1', recipient: 'a@b.test', subject: 'x', body_enc: '', created_at: new Date() };
  const mails = {
    findOneBy: () => Promise.resolve(mail),
    update: () => Promise.resolve({ affected: 1 }),
  } as unknown as Rows<Mail>;
  const cipher = { decryptJson: () => ({ text: 'x', html: 'x' }) } as unknown as FieldCipher;
  const config = {
    production: true,
    smtpUrl: url,
    smtpNeedsTls,
    mailFrom: 'portal@b.test',
    publicOrigin: 'https://portal.test',
    dataDir: '/nowhere',
  } as unknown as Config;
  return new MailSender(mails, {} as Jobs, cipher, config);
}

it('sends nothing to a mail server without encryption, unless it is on a network of its own', async () => {
  await expect(sender(true).send('1')).rejects.toThrow(/STARTTLS/);
  expect(arrived).toEqual([]);
  await sender(false).send('1');
  expect(arrived).toEqual(['a@b.test']);
});
