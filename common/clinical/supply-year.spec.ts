import { describe, expect, it } from '@jest/globals';
import { addDays, daysBetween } from './dates.js';
import { FORMULATION_IDS, FORMULATIONS, type FormulationId } from './formulations.js';
import { checkInGate, nextCheckIn } from './check-in-schedule.js';
import { draftPrescription, legalLastFill, supplyClock } from './supply.js';
import type { DoseChange, Fill, SupplyClock, SupplyClockInput } from './supply.js';

/** A leap day and both changes of the clocks are in it. */
const FIRST_DAY = '2027-08-01';
const DAYS = 400;
const PATIENTS = 1000;
/** How far ahead a patient sees what a refill will ask for. */
const NAMED_AHEAD_DAYS = 21;
const NEVER = '9999-12-31';
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
  refused = 0;
  checkIns = 0;
  /** Nothing changes before this day. */
  private wake = FIRST_DAY;
  private lastCheckIn: string | undefined;
  /** The days on which the clock showed a gate by its day. */
  private readonly named = new Map<string, string>();
  /** Some check in when asked, some only once a refill is refused. */
  private readonly prompt: boolean;

  constructor(private readonly chance: () => number) {
    this.prompt = chance() < 0.6;
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

  /** @returns the clock, on days when something can change */
  live(today: string): SupplyClock | null {
    if (today < this.wake) return null;
    this.seesGate(today);
    if (this.pending?.on === today) this.fill(this.pending, today);
    if (today === this.changeOn) this.changeDose(today);
    const clock = this.clock(today);
    const asks = !this.pending && this.asks(clock);
    if (asks) this.ask(clock, today);
    const after = asks && !this.pending ? this.clock(today) : clock;
    this.wake = this.nextDay(after, today);
    return after;
  }

  /** The next day on which the state can change, or the patient may do something. */
  private nextDay(clock: SupplyClock, today: string): string {
    const tomorrow = addDays(today, 1);
    if (!this.pending && clock.state !== 'enough') return tomorrow;
    const next = nextCheckIn(this.schedule(today));
    const days = [
      this.pending?.on,
      this.changeOn,
      this.pending ? null : clock.earliest_fill_on,
      this.pending ? null : clock.ask_by,
      clock.run_out_on,
      addDays(clock.legal_last_fill_on, -PHARMACY_DAYS),
      next?.opens_on,
      next?.due_on,
    ].filter((day): day is string => typeof day === 'string' && day > today);
    return [NEVER, ...days].toSorted()[0]!;
  }

  private schedule(today: string) {
    return { today, started_on: FIRST_DAY, check_ins: this.lastCheckIn ? [this.lastCheckIn] : [] };
  }

  /** What the dashboard shows: the gate's day, and a check-in to the prompt. */
  private seesGate(today: string): void {
    const { due_on: due } = checkInGate(today, FIRST_DAY, this.lastCheckIn);
    if (due && !this.named.has(due)) this.named.set(due, today);
    const next = nextCheckIn(this.schedule(today));
    if (this.prompt && next && next.opens_on <= today) this.checkIn(today);
  }

  private checkIn(today: string): void {
    this.lastCheckIn = today;
    this.checkIns += 1;
    this.seesGate(today);
  }

  /** A prescriber refuses while a gate is open; it was named long before, and the patient answers it the same day. */
  private passesGate(today: string): void {
    const gate = checkInGate(today, FIRST_DAY, this.lastCheckIn);
    if (gate.met) return;
    this.refused += 1;
    const shown = this.named.get(gate.due_on!)!;
    expect([this.id, daysBetween(shown, gate.due_on!) >= NAMED_AHEAD_DAYS]).toEqual([this.id, true]);
    this.checkIn(today);
    expect(checkInGate(today, FIRST_DAY, this.lastCheckIn).met).toBe(true);
  }

  private asks({ state }: SupplyClock): boolean {
    return state === 'can_refill' ? this.chance() < 0.25 : state !== 'enough';
  }

  private ask(
    { new_prescription_needed: fresh, earliest_fill_on: earliest }: SupplyClock,
    today: string,
  ): void {
    this.asked += 1;
    this.passesGate(today);
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
        const clock = patient.live(today);
        if (clock?.state === 'past_run_out' && today > patient.excusedUntil)
          without.push(`${patient.id} ${today} ${clock.days_left}`);
      }
    }
    expect(without).toEqual([]);
    expect(new Set(patients.map(({ id }) => id)).size).toBe(DISPENSED.length);
    expect(daysBetween(FIRST_DAY, '2028-02-29')).toBeLessThan(DAYS);
    const sum = (of: 'asked' | 'filled' | 'refused' | 'checkIns'): number =>
      patients.reduce((total, patient) => total + patient[of], 0);
    const [asked, filled, refused] = [sum('asked'), sum('filled'), sum('refused')];
    process.stdout.write(
      `a year of ${PATIENTS} patients: ${asked} requests, ${filled} fills, ${refused} refused by name, ${sum('checkIns')} check-ins, ${without.length} without medicine\n`,
    );
    expect(filled).toBeGreaterThan(PATIENTS * 5);
    expect(asked - filled).toBeLessThan(PATIENTS);
    expect(refused).toBeGreaterThan(PATIENTS / 10);
  }, 60_000);
});
