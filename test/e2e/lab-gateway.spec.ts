import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { loadGatewayConfig } from '../../server/config/gateway-config.js';
import { DropFolder, REFUSED_FOLDER } from '../../server/lab-gateway/drop-folder.js';
import { LabIntake } from '../../server/lab-gateway/intake.js';
import { MLLP_LIMITS, MllpServer, type MllpLimits } from '../../server/lab-gateway/mllp-server.js';
import { Spool } from '../../server/lab-spool/spool.js';
import { FieldCipher } from '../../server/platform/crypto/field-cipher.js';
import { certificateAuthority } from '../support/certificates.js';
import { testPostgres } from '../support/database.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { ackOf, frame, LaboratorySocket, oru, send } from '../support/laboratory.js';
import { until } from '../support/until.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const message = (controlId = 'C1', charset = '', name = 'Wells') =>
  oru({
    patient: `PID|1||1||${name}^Daniel||19800217`,
    controlId,
    charset,
    results: [{ code: '2986-8', value: '500', unit: 'ng/dL' }],
  });

let folder: string;
let spool: Spool;
let cipher: FieldCipher;
let server: MllpServer | null = null;
beforeAll(() => {
  cipher = new FieldCipher(loadGatewayConfig({ DATA_DIR: testPostgres().folder }));
});
async function listen(
  limits: Partial<MllpLimits> = {},
  tls: ConstructorParameters<typeof MllpServer>[1]['tls'] = null,
) {
  folder = mkdtempSync(join(tmpdir(), 'trt-gateway-'));
  spool = new Spool(join(folder, 'spool'), cipher);
  await spool.prepare();
  server = new MllpServer(new LabIntake(spool, quiet), { host: '127.0.0.1', port: 0, tls }, quiet, {
    ...MLLP_LIMITS,
    ...limits,
  });
  return server.start();
}
afterEach(async () => {
  await server?.stop();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});
/** The texts in the spool, in the order they came. */
const stored = async (): Promise<string[]> =>
  Promise.all((await spool.waiting()).map(async (one) => (await spool.read(one)).toString('latin1')));

describe('the gateway', () => {
  it('takes no more from an address than its hour allows, and says so', async () => {
    const port = await listen({ hourBytes: message().length * 2.5 });
    for (const id of ['C1', 'C2']) expect(await send(port, message(id))).toEqual(['AA', id]);
    expect(await send(port, message('C3'))).toEqual(['AE', 'C3']);
    expect(await stored()).toEqual([message('C1'), message('C2')]);
  });

  it.each([
    ['a million repetitions', message().replace('500|', `${'~'.repeat(1_000_000)}|`), 'Too many segments'],
    ['two hundred thousand segments', `${message()}${'Z|\r'.repeat(200_000)}`, 'Too many segments'],
    ['a training message', message().replace('|P|', '|T|'), 'MSH-11'],
    ['a debugging message', message().replace('|P|', '|D|'), 'MSH-11'],
  ])('refuses %s', async (_, text, why) => {
    const port = await listen();
    const began = performance.now();
    const socket = await LaboratorySocket.open(port);
    socket.write(frame(text));
    const answer = await socket.answer(0);
    socket.end();
    expect([ackOf(answer)?.[0], answer?.includes(why)]).toEqual(['AR', true]);
    expect(performance.now() - began).toBeLessThan(3000);
    expect(await stored()).toEqual([]);
  });

  it('leaves the rest of the disk to the database', async () => {
    await listen();
    const full = new Spool(spool.folder, cipher, Number.MAX_SAFE_INTEGER);
    const { code } = await new LabIntake(full, quiet).take({
      bytes: Buffer.from(message()),
      tooLarge: false,
    });
    expect([code, await stored()]).toEqual(['AE', []]);
  });

  it('stores a message encrypted and private before it acknowledges it', async () => {
    const port = await listen();
    expect(await send(port, message())).toEqual(['AA', 'C1']);
    expect(await stored()).toEqual([message()]);
    const [name] = readdirSync(spool.folder);
    const file = join(spool.folder, name!);
    expect(readFileSync(file, 'utf8')).toMatch(/^v1:/);
    expect(readFileSync(file, 'utf8')).not.toContain('Wells');
    expect([statSync(file).mode & 0o777, statSync(spool.folder).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('takes messages in pieces and together, answers each in turn, and skips what lies between', async () => {
    const port = await listen();
    const line = await LaboratorySocket.open(port);
    const all = Buffer.concat([
      Buffer.from('noise '),
      frame(message('A')),
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      frame(message('B')),
      frame(message('C')),
    ]);
    for (let at = 0; at < all.length; at += 7) {
      line.write(all.subarray(at, at + 7));
      if (at % 70 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(ackOf(await line.answer(2))).toEqual(['AA', 'C']);
    expect(line.answers.map((one) => ackOf(one)?.[1])).toEqual(['A', 'B', 'C']);
    line.end();
    expect(await stored()).toEqual(['A', 'B', 'C'].map((id) => message(id)));
  });

  it('keeps the bytes of ISO-8859-1 and of UTF-8 as they came', async () => {
    const port = await listen();
    const latin = Buffer.from(message('L', '8859/1', 'Müller'), 'latin1');
    const utf8 = Buffer.from(message('U', 'UNICODE UTF-8', 'Müller'));
    expect((await send(port, latin))?.[0]).toBe('AA');
    expect((await send(port, utf8))?.[0]).toBe('AA');
    expect(await stored()).toEqual([latin, utf8].map((bytes) => bytes.toString('latin1')));
  });

  it.each([
    ['no MSH', 'PID|1'],
    ['another kind of message', message().replace('ORU^R01^ORU_R01', 'ADT^A01')],
    ['a charset that is not known', message('C1', '8859/15')],
    ['nothing', ''],
  ])('refuses what cannot be a message of results: %s', async (_, text) => {
    expect((await send(await listen(), text))?.[0]).toBe('AR');
    expect(await stored()).toEqual([]);
  });

  it('refuses more than 10 MB, keeps little of it, and goes on', async () => {
    const port = await listen();
    const line = await LaboratorySocket.open(port);
    const large = Buffer.concat([Buffer.from(message('BIG')), Buffer.alloc(11 * 1024 * 1024, 'x')]);
    line.write(frame(large));
    expect(ackOf(await line.answer(0))).toEqual(['AR', 'BIG']);
    const almost = Buffer.concat([Buffer.from(message('FIT')), Buffer.alloc(9 * 1024 * 1024, 'x')]);
    line.write(frame(almost));
    expect(ackOf(await line.answer(1))).toEqual(['AA', 'FIT']);
    line.end();
  });

  it('says that it did not store a message, so that it is sent again', async () => {
    const port = await listen();
    rmSync(spool.folder, { recursive: true });
    expect((await send(port, message()))?.[0]).toBe('AE');
    await spool.prepare();
    expect((await send(port, message()))?.[0]).toBe('AA');
  });
});

describe('senders that do not finish', () => {
  it('are closed: idle ones, and those whose message does not end', async () => {
    const port = await listen({ idleMs: 300, frameMs: 300 });
    const idle = await LaboratorySocket.open(port);
    const slow = await LaboratorySocket.open(port);
    slow.write(Buffer.from('\x0bMSH|'));
    const drip = setInterval(() => slow.write(Buffer.from('x')), 50);
    await until('both closed', () => idle.closed && slow.closed, 5000);
    clearInterval(drip);
    expect((await send(port, message()))?.[0]).toBe('AA');
  });

  it('do not use up its connections: one address has only so many', async () => {
    const port = await listen({ perAddress: 3 });
    const lines = await Promise.all(Array.from({ length: 6 }, () => LaboratorySocket.open(port)));
    await until('three closed', () => lines.filter(({ closed }) => closed).length === 3, 5000);
    for (const line of lines) line.end();
    await until('taken again', async () => (await send(port, message()))?.[0] === 'AA', 5000);
  });

  it('do not use up its memory: the message that has been open longest goes', async () => {
    const port = await listen({ heldBytes: 3 * 1024 * 1024 });
    const piece = Buffer.concat([Buffer.from('\x0bMSH|'), Buffer.alloc(1024 * 1024, 'x')]);
    const lines: LaboratorySocket[] = [];
    for (let i = 0; i < 5; i++) {
      const line = await LaboratorySocket.open(port);
      line.write(piece);
      lines.push(line);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await until('the oldest are closed', () => lines[0]!.closed && lines[1]!.closed, 5000);
    expect(lines.slice(3).map(({ closed }) => closed)).toEqual([false, false]);
    for (const line of lines) line.end();
    expect((await send(port, message()))?.[0]).toBe('AA');
  });
});

describe('the gateway with TLS', () => {
  it('takes messages of clients with a certificate of the authority, and of no others', async () => {
    const [ours, theirs] = [await certificateAuthority(), await certificateAuthority()];
    const files = mkdtempSync(join(tmpdir(), 'trt-gateway-tls-'));
    const own = await ours.issue('localhost');
    const write = (name: string, text: string): string => {
      writeFileSync(join(files, name), text);
      return join(files, name);
    };
    const port = await listen(
      {},
      {
        cert: write('cert.pem', own.certificate),
        key: write('key.pem', own.key),
        clientCa: write('ca.pem', ours.certificate),
      },
    );
    const tell = async (client: { certificate: string; key: string } | null): Promise<string> => {
      const socket = tlsConnect({
        port,
        host: '127.0.0.1',
        servername: 'localhost',
        ca: ours.certificate,
        ...(client && { cert: client.certificate, key: client.key }),
      });
      return new Promise((resolve) => {
        socket.on('secureConnect', () => socket.write(frame(message())));
        socket.on('data', (piece) => {
          resolve(ackOf(piece.toString())?.[0] ?? '');
          socket.destroy();
        });
        socket.on('error', () => resolve('refused'));
        socket.on('close', () => resolve('refused'));
      });
    };
    expect(await tell(await ours.issue('lab.example'))).toBe('AA');
    expect(await tell(await theirs.issue('lab.example'))).toBe('refused');
    expect(await tell(null)).toBe('refused');
    expect(await send(port, message())).toBeNull();
    rmSync(files, { recursive: true });
  });
});

describe('the drop folder', () => {
  const old = new Date(Date.now() - 60_000);
  const put = (name: string, content: string | Buffer, at = old): void => {
    writeFileSync(join(folder, name), content);
    utimesSync(join(folder, name), at, at);
  };

  it('takes whole files, and moves away what cannot be taken', async () => {
    await listen();
    const drop = new DropFolder(folder, new LabIntake(spool, quiet), quiet);
    await drop.start();
    await drop.stop();
    put('two.hl7', `FHS|^~\\&\r${message('A')}${message('B')}FTS|1\r`);
    put('bad.hl7', 'hello');
    put('large.hl7', Buffer.alloc(11 * 1024 * 1024, 'x'));
    put('growing.hl7', message('C'), new Date());
    put('notes.pdf', 'not for us');
    await drop.look();
    expect(await stored()).toEqual([message('A'), message('B')]);
    const left = readdirSync(folder);
    expect(left.filter((name) => name.includes('.')).sort()).toEqual(['growing.hl7', 'notes.pdf']);
    expect(readdirSync(join(folder, REFUSED_FOLDER)).sort()).toEqual(['bad.hl7', 'large.hl7']);
  });

  it('takes what comes after an entry that is no file or cannot be read, says so once, and keeps both of one name', async () => {
    await listen();
    const told: string[] = [];
    const log = {
      ...quiet,
      warn: (what: string) => told.push(what),
      error: (what: string) => told.push(what),
    };
    const drop = new DropFolder(folder, new LabIntake(spool, quiet), log);
    await drop.start();
    await drop.stop();
    mkdirSync(join(folder, 'a.hl7'));
    execFileSync('mkfifo', [join(folder, 'b.hl7')]);
    symlinkSync(join(folder, 'nowhere'), join(folder, 'c.hl7'));
    put('d.hl7', message('D'));
    for (let i = 0; i < 2; i++) {
      put('bad.hl7', 'hello');
      await drop.look();
    }
    expect(await stored()).toEqual([message('D')]);
    expect(readdirSync(join(folder, REFUSED_FOLDER)).sort()).toEqual(['bad-2.hl7', 'bad.hl7']);
    expect(told.filter((what) => what.includes('is no file'))).toHaveLength(3);
    expect(await spool.stuck()).toBe(3);
    for (const name of ['a.hl7', 'b.hl7', 'c.hl7']) rmSync(join(folder, name), { recursive: true });
    await drop.look();
    expect(await spool.stuck()).toBe(0);
  });

  it('goes on where a file cannot be moved away', async () => {
    await listen();
    put('bad.hl7', 'hello');
    put('good.hl7', message());
    // There is no folder for what is refused.
    await new DropFolder(folder, new LabIntake(spool, quiet), quiet).look();
    expect([await stored(), await spool.stuck()]).toEqual([[message()], 1]);
  });

  it('leaves a file where it is while its messages cannot be stored', async () => {
    await listen();
    put('one.hl7', message());
    rmSync(spool.folder, { recursive: true });
    await new DropFolder(folder, new LabIntake(spool, quiet), quiet).look();
    expect(readdirSync(folder)).toEqual(['one.hl7']);
  });
});

describe('the gateway as a process', () => {
  const config = (env: Record<string, string>) => () =>
    loadGatewayConfig({ DATA_DIR: testPostgres().folder, ...env });

  it('starts without a database, and ends when told to', async () => {
    folder = mkdtempSync(join(tmpdir(), 'trt-gateway-'));
    spool = new Spool(folder, cipher);
    const gateway = await GatewayProcess.create({
      DATA_DIR: testPostgres().folder,
      LAB_SPOOL_DIR: folder,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    await gateway.start();
    expect((await send(gateway.port, message()))?.[0]).toBe('AA');
    await gateway.stop();
    expect(await stored()).toEqual([message()]);
  });

  it('does not listen unencrypted on a network, unless its host is named', () => {
    expect(config({ LAB_GATEWAY_HOST: '0.0.0.0' })).toThrow('LAB_TLS_CERT');
    expect(config({ LAB_GATEWAY_HOST: '0.0.0.0', PLAINTEXT_HOSTS: '0.0.0.0' })().host).toBe('0.0.0.0');
    expect(config({})().host).toBe('127.0.0.1');
  });

  it.each([
    [{ LAB_TLS_CERT: import.meta.filename }, 'LAB_TLS_KEY, LAB_TLS_CLIENT_CA'],
    [{ LAB_GATEWAY_PORT: '99999' }, 'LAB_GATEWAY_PORT'],
    [{ LAB_GATEWAY_HOST: 'no host' }, 'LAB_GATEWAY_HOST'],
    [{ LAB_GATEWAY_HOST: '::' }, 'LAB_TLS_CERT'],
    [{ DATA_DIR: '/nonexistent' }, 'APP_KEYS'],
  ])('does not start with %p', (env, named) => expect(config(env as Record<string, string>)).toThrow(named));
});
