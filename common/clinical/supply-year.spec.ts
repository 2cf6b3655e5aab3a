import { describe, expect, it } from '@jest/globals';
import { addDays, daysBetween } from './dates.js';
import { FORMULATION_IDS, FORMULATIONS, type FormulationId } from './formulations.js';
import { draftPrescription, legalLastFill, supplyClock } from './supply.js';
import type { DoseChange, Fill, SupplyClock, SupplyClockInput } from './supply.js';

/** A leap day and both changes of the clocks are in it. */
const FIRST_DAY = '2027-08-01';
const DAYS = 400;
const PATIENTS = process.env.FAULT_ROUNDS ? 1000 : 100;
/** What the clock allows: a pharmacy takes three days, a new prescription seven more. */
const PHARMACY_DAYS = 3;
const PRESCRIPTION_DAYS = 7;
/** Fills before these were used up long ago. */
const STILL_COUNTS = 8;

/** The same year in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Order extends Pick<SupplyClockInput, 'issued_on' | 'refills' | 'days_supply' | 'carried'> {
  fills: Fill[];
  change: DoseChange | null;
}
interface Pending {
  on: string;
  order: Order;
}

const DISPENSED = FORMULATION_IDS.filter((id) => draft(id, 1, 'multi') || draft(id, 1, 'single'));
function draft(id: FormulationId, scale: number, vial: 'single' | 'multi', on = FIRST_DAY) {
  const { starting_dose: dose, frequencies } = FORMULATIONS[id];
  return dose
    ? draftPrescription({ formulation: id, dose: dose * scale, frequency: frequencies[0] }, on, vial)
    : null;
}

/** One patient who asks in time, a pharmacy and a prescriber who take as long as the clock grants them. */
class Patient {
  readonly id: FormulationId;
  private readonly vial: 'single' | 'multi';
  private scale = 1;
  private order: Order;
  private pending: Pending | null = null;
  private readonly changeOn: string | null;
  /** A raised dose uses up what is at home: what ends sooner than anyone could act is no one's fault. */
  excusedUntil = '';
  asked = 0;
  filled = 0;

  constructor(private readonly chance: () => number) {
    this.id = DISPENSED[Math.floor(chance() * DISPENSED.length)]!;
    this.vial = FORMULATIONS[this.id].supply.kind === 'vial' && chance() < 0.5 ? 'multi' : 'single';
    this.order = this.written(FIRST_DAY, null);
    this.order.fills.push([FIRST_DAY, this.order.days_supply]);
    this.changeOn = chance() < 0.4 ? addDays(FIRST_DAY, 30 + Math.floor(chance() * 300)) : null;
  }

  clock(today: string): SupplyClock {
    const { change, ...order } = this.order;
    return supplyClock({ ...order, change, today });
  }

  live(today: string): void {
    if (this.pending?.on === today) this.fill(this.pending, today);
    if (today === this.changeOn) this.changeDose(today);
    const clock = this.clock(today);
    if (!this.pending && this.asks(clock)) this.ask(clock, today);
  }

  private asks({ state }: SupplyClock): boolean {
    return state === 'can_refill' ? this.chance() < 0.25 : state !== 'enough';
  }

  private ask(
    { new_prescription_needed: fresh, earliest_fill_on: earliest }: SupplyClock,
    today: string,
  ): void {
    this.asked += 1;
    const days = 1 + Math.floor(this.chance() * PHARMACY_DAYS);
    if (!fresh) {
      // The pharmacy waits for the first day, and does not let the last lawful one pass.
      const last = legalLastFill(this.order.issued_on);
      const ready = [addDays(today, days), earliest ?? today].toSorted()[1]!;
      this.pending = { on: ready > last ? last : ready, order: this.order };
      if (this.pending.on === today) this.fill(this.pending, today);
      return;
    }
    const issued = addDays(today, Math.floor(this.chance() * (PRESCRIPTION_DAYS + 1)));
    this.pending = { on: addDays(issued, days), order: this.written(issued, this.order) };
  }

  private fill({ order }: Pending, today: string): void {
    const refill = order === this.order;
    const before = this.clock(today);
    if (refill) {
      expect([this.id, today, before.refills_left > 0]).toEqual([this.id, today, true]);
      // Before its first fill an order has no day to wait for.
      expect([this.id, today >= (before.earliest_fill_on ?? today)]).toEqual([this.id, true]);
    }
    expect(today <= legalLastFill(order.issued_on)).toBe(true);
    order.fills.push([today, order.days_supply]);
    this.order = order;
    this.pending = null;
    this.filled += 1;
  }

  private changeDose(today: string): void {
    const scale = this.chance() < 0.5 ? 2 : 0.5;
    const next = draft(this.id, this.scale * scale, this.vial, today);
    if (!next) return;
    this.scale *= scale;
    this.pending = null;
    this.order = this.written(today, { ...this.order, change: [today, 1 / scale] });
    const { days_left: left } = this.clock(today);
    if (left !== null && left < PHARMACY_DAYS + PRESCRIPTION_DAYS)
      this.excusedUntil = addDays(today, PHARMACY_DAYS + PRESCRIPTION_DAYS);
  }

  private written(on: string, before: Order | null): Order {
    const { refills, days_supply } = draft(this.id, this.scale, this.vial, on)!;
    const inHand = before && {
      fills: [...(before.carried?.fills ?? []), ...before.fills].slice(-STILL_COUNTS),
      change: before.change,
    };
    return { issued_on: on, refills, days_supply, fills: [], change: null, carried: inHand };
  }
}

describe('a year of refills', () => {
  it('leaves no one without medicine who asked in time, and fills nothing before its day or after its law', () => {
    const chance = random(20_261_123);
    const patients = Array.from({ length: PATIENTS }, () => new Patient(chance));
    const without: string[] = [];
    for (let day = 1; day <= DAYS; day++) {
      const today = addDays(FIRST_DAY, day);
      for (const patient of patients) {
        patient.live(today);
        const { state, days_left: left } = patient.clock(today);
        if (state === 'past_run_out' && today > patient.excusedUntil)
          without.push(`${patient.id} ${today} ${left}`);
      }
    }
    expect(without).toEqual([]);
    expect(new Set(patients.map(({ id }) => id)).size).toBe(DISPENSED.length);
    expect(daysBetween(FIRST_DAY, '2028-02-29')).toBeLessThan(DAYS);
    const [asked, filled] = [0, 0].map((_, n) =>
      patients.reduce((sum, p) => sum + (n ? p.filled : p.asked), 0),
    );
    expect(filled).toBeGreaterThan(PATIENTS * 5);
    expect(asked! - filled!).toBeLessThan(PATIENTS);
  });
});
