import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { isValue, readLabFile } from './lab-import.js';
import { checkDigit } from '#common/mrn.js';

const HEADER = 'mrn,collected_at,since_last_dose_h,analyte,value,unit';
const NOW = Date.parse('2026-11-20T12:00:00Z');

async function longestBlock<T>(
  work: () => Promise<T>,
): Promise<{ ms: number; outcome: PromiseSettledResult<T> }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const [outcome] = await Promise.allSettled([work()]);
  await sleep(20);
  delay.disable();
  return { ms: delay.max / 1e6, outcome: outcome! };
}

describe('a file of lab results', () => {
  it('of 2.6 million lines is refused while everybody else is answered', async () => {
    const { ms, outcome } = await longestBlock(() => readLabFile('x\n'.repeat(2_600_000), NOW));
    expect(outcome.status).toBe('rejected');
    expect(ms).toBeLessThan(1500);
  });

  it('of as many rows as are taken is read in turns', async () => {
    const row = `1234567${checkDigit('1234567')},2026-11-01T08:00:00Z,,total testosterone,520,ng/dL\n`;
    const { ms, outcome } = await longestBlock(() => readLabFile(`${HEADER}\n${row.repeat(50_000)}`, NOW));
    if (outcome.status === 'rejected') throw outcome.reason as Error;
    expect(outcome.value.length).toBe(50_000);
    expect(outcome.value.every(isValue)).toBe(true);
    expect(ms).toBeLessThan(1500);
  });

  it.each([
    ['five million commas', ','.repeat(5_000_000)],
    ['five million commas below its header', `${HEADER}\n${','.repeat(5_000_000)}`],
  ])('of %s is refused before they are kept', async (_, text) => {
    const from = process.memoryUsage().heapUsed;
    await expect(readLabFile(text, NOW)).rejects.toMatchObject({
      parts: { fields: { file: 'At most 100 columns in a row.' } },
    });
    expect(process.memoryUsage().heapUsed - from).toBeLessThan(60 * 1024 * 1024);
  });

  it('with commas in quotes has no more columns for it', async () => {
    const text = `${HEADER},note\n1,2,3,4,5,6,"${','.repeat(500)}"\n`;
    expect(await readLabFile(text, NOW)).toHaveLength(1);
  });

  it('of one row more is refused', async () => {
    await expect(readLabFile(`${HEADER}\n${'1\n'.repeat(50_001)}`, NOW)).rejects.toMatchObject({
      parts: { fields: { file: 'At most 50000 rows at once.' } },
    });
  });

  it('with an open quote is refused in words', async () => {
    await expect(readLabFile(`${HEADER}\n"abc`, NOW)).rejects.toMatchObject({
      parts: { fields: { file: 'This is not a CSV file that can be read.' } },
    });
  });
});
