import { describe, expect, it } from '@jest/globals';
import { ArrivalList, type Arrival } from './arrivals.js';

const cuts: string[] = [];
const arrival = (
  name: string,
  startedAt: number,
  received = 0,
  { address = 'one', place = null }: Partial<Arrival> = {},
): Arrival => ({
  address,
  place,
  startedAt,
  received: () => received,
  cut: () => cuts.push(name),
});

describe('bodies that arrive', () => {
  it('make room for a new one at the cost of the oldest from the same address', () => {
    const list = new ArrivalList();
    cuts.length = 0;
    for (let i = 0; i < 64; i++) list.add(arrival(`slow ${i}`, i));
    list.add(arrival('other', 5000, 0, { address: 'two' }));
    expect([list.size, cuts]).toEqual([65, []]);
    expect(list.add(arrival('honest', 5000))).toBe(true);
    expect([list.size, cuts]).toEqual([65, ['slow 0']]);
  });

  it('are not cut off within their first second', () => {
    const list = new ArrivalList();
    cuts.length = 0;
    for (let i = 0; i < 200; i++) expect(list.add(arrival(`burst ${i}`, i))).toBe(true);
    expect([list.size, cuts]).toEqual([200, []]);
  });

  it('are refused where all places are taken by young ones', () => {
    const list = new ArrivalList();
    for (let i = 0; i < 1000; i++) list.add(arrival('many', 1, 0, { address: `address ${i}` }));
    expect(list.add(arrival('one more', 500, 0, { address: 'late' }))).toBe(false);
    expect(list.add(arrival('one more', 1500, 0, { address: 'late' }))).toBe(true);
    expect(list.size).toBe(1000);
  });

  it('are cut off when they stall, and left alone at the pace of a weak phone', () => {
    const list = new ArrivalList();
    cuts.length = 0;
    const steady = arrival('steady', 0, 20_000);
    list.add(steady);
    list.add(arrival('dripping', 0, 300));
    list.add(arrival('young', 9000));
    list.sweep(10_000);
    expect(cuts).toEqual(['dripping']);
    list.remove(steady);
    expect(list.size).toBe(1);
  });

  it('keep a place for large bodies only at the pace of a slow line, and for a minute at most', () => {
    const list = new ArrivalList();
    cuts.length = 0;
    list.add(arrival('long', 0, 9_000_000, { place: 'uploads' }));
    list.add(arrival('small', 0, 60_000));
    list.add(arrival('dripping', 0, 60_000, { place: 'uploads' }));
    list.add(arrival('slow line', 0, 250_000, { place: 'uploads' }));
    list.sweep(10_000);
    expect(cuts).toEqual(['dripping']);
    list.sweep(56_000);
    expect(cuts).toContain('long');
  });

  it('give up the slowest place where all are taken, but none of another kind, and none at a good pace', () => {
    const list = new ArrivalList();
    cuts.length = 0;
    list.add(arrival('import', 0, 160_000, { place: 'imports' }));
    list.add(arrival('quick', 0, 2_000_000, { place: 'uploads' }));
    list.add(arrival('slower', 0, 200_000, { place: 'uploads' }));
    list.add(arrival('slow', 0, 300_000, { place: 'uploads' }));
    list.add(arrival('young', 9000, 0, { place: 'uploads' }));
    for (let i = 0; i < 3; i++) list.cutSlowest('uploads', 10_000);
    expect(cuts).toEqual(['slower', 'slow']);
  });
});
