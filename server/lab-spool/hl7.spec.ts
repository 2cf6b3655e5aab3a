import { describe, expect, it } from '@jest/globals';
import { decoded, parseMessage } from './hl7.js';
import { readMessage } from './message.js';

const message = (...segments: string[]): string => segments.join('\r');
const MSH = 'MSH|^~\\&|LIS|ACME|PORTAL|CLINIC|20260101||ORU^R01|C1|P|2.5.1';

describe('parseMessage', () => {
  it.each([
    ['the separator after MSH is its first field', 1, '|'],
    ['the other separators its second', 2, '^~\\&'],
    ['fields count from there', 3, 'LIS'],
    ['up to the last one', 12, '2.5.1'],
    ['what is not there is empty', 40, ''],
  ])('%s', (_, field, value) => expect(parseMessage(MSH)![0]!.raw(field)).toBe(value));

  it.each([
    ['the end of a line', `${MSH}\nPID|1\n`],
    ['both', `${MSH}\r\nPID|1\r\n`],
    ['a mark of the encoding', `\uFEFF${MSH}\rPID|1`],
    ['empty lines', `\r\n${MSH}\r\r\rPID|1\r\r`],
  ])('takes %s', (_, text) => expect(parseMessage(text)!.map(({ name }) => name)).toEqual(['MSH', 'PID']));

  it.each(['', 'PID|1', 'MSHX', 'MSH', 'hello', 'MSH A'])('"%s" is no message', (text) =>
    expect(parseMessage(text)).toBeNull(),
  );

  it('takes separators other than the usual', () => {
    const [, pid] = parseMessage(message('MSH*%@!$*LIS', 'PID*1**7%2@8%3**Doe%Jane$x%!S!'))!;
    expect(pid!.values(3)).toEqual(['7', '8']);
    expect(pid!.values(3, { component: 2 })).toEqual(['2', '3']);
    expect([pid!.value(5, 1), pid!.value(5, 2), pid!.value(5, 3)]).toEqual(['Doe', 'Jane', '%']);
  });

  it('takes a message without escapes and subcomponents', () => {
    const [, pid] = parseMessage(message('MSH|^~|LIS', 'PID|1||a&b\\T\\'))!;
    expect(pid!.value(3)).toBe('a&b\\T\\');
  });

  it.each([
    ['O\\S\\Brien', 'O^Brien'],
    ['a\\F\\b\\R\\c\\T\\d\\E\\e', 'a|b~c&d\\e'],
    ['\\X41E9\\', 'Aé'],
    ['one\\.br\\two', 'one\ntwo'],
    ['\\H\\bold\\N\\', 'bold'],
    ['a\\b', 'a\\b'],
    ['""', ''],
    [' spaced ', 'spaced'],
  ])('reads %s', (sent, value) =>
    expect(parseMessage(message('MSH|^~\\&|L', `PID|${sent}`))![1]!.value(1)).toBe(value),
  );
});

describe('decoded', () => {
  const utf8 = Buffer.from('Zoë');
  const latin1 = Buffer.from('Zoë', 'latin1');
  it.each([
    ['UNICODE UTF-8', utf8, 'Zoë'],
    ['8859/1', latin1, 'Zoë'],
    ['', utf8, 'Zoë'],
    ['', latin1, 'Zoë'],
    ['ASCII', Buffer.from('Zoe'), 'Zoe'],
    ['UNICODE UTF-8', latin1, null],
    ['8859/15', latin1, null],
  ])('%s', (declared, bytes, text) => expect(decoded(bytes, declared)).toBe(text));
});

describe('readMessage', () => {
  it('says who sends it', () =>
    expect(readMessage(Buffer.from(MSH))).toMatchObject({
      header: {
        sendingApplication: 'LIS',
        sendingFacility: 'ACME',
        receivingFacility: 'CLINIC',
        controlId: 'C1',
      },
    }));

  it.each([
    ['another kind', MSH.replace('ORU^R01', 'ADT^A01')],
    ['a later version', MSH.replace('2.5.1', '2.8')],
    ['no control id', MSH.replace('|C1|', '||')],
    ['no sender', MSH.replace('LIS|ACME', '|')],
    ['a charset that is not known', `${MSH}||||||8859/15`],
    ['a NUL', `${MSH}\0`],
    ['no MSH', 'PID|1'],
    ['more than 10 MB', MSH + 'x'.repeat(10 * 1024 * 1024)],
  ])('refuses %s', (_, text) =>
    expect(readMessage(Buffer.from(text))).toEqual({ fault: expect.stringMatching(/./) }),
  );
});
