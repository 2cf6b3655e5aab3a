import { describe, expect, it } from '@jest/globals';
import { addDays, daysBetween } from './dates.js';
import { FORMULATION_IDS, FORMULATIONS, type FormulationId } from './formulations.js';
import { checkInGate, nextCheckIn } from './check-in-schedule.js';
import type { ClinicalFacts, StatePdmpPolicy } from './facts.js';
import { licenseCountsUntil, pdmpCountsUntil } from './rules/jurisdiction.js';
import { draftPrescription, legalLastFill, supplyClock } from './supply.js';
import type { DoseChange, Fill, SupplyClock, SupplyClockInput } from './supply.js';

/** A leap day and both changes of the clocks are in it. */
const FIRST_DAY = '2027-08-01';
const DAYS = 400;
/** A thousand before a release. */
const PATIENTS = process.env.TEST_SET === 'change' ? 250 : 1000;
/** How far ahead a patient sees what a refill will ask for. */
const NAMED_AHEAD_DAYS = 21;
const NEVER = '9999-12-31';
/** What the clock allows: a pharmacy takes three days, a new prescription seven more. */
const PHARMACY_DAYS = 3;
const PRESCRIPTION_DAYS = 7;
/** Fills before these were used up long ago. */
const STILL_COUNTS = 8;
const PRESCRIBERS = 40;
const LICENSE_DAYS = 730;
/** How long before its end a careful prescriber renews a license. */
const RENEWED_AHEAD_DAYS = 30;
const STATES: readonly StatePdmpPolicy[] = [
  { state: 'NY', required: true, max_age_days: 7, when: 'each' },
  { state: 'NJ', required: true, max_age_days: 30, when: 'first_and_every_90_d' },
  { state: 'PA', required: true, max_age_days: 120, when: 'first_and_every_90_d' },
  { state: 'MO', required: false, max_age_days: 7, when: 'each' },
];

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

const GATES = ['check_in', 'pdmp', 'license'] as const;
type Gate = (typeof GATES)[number];
const PLACE = {
  attested_on: FIRST_DAY,
  service_states: null,
  telemed_bases: [],
  flexibility_until: '2026-12-31',
};

interface Order extends Pick<SupplyClockInput, 'issued_on' | 'refills' | 'days_supply' | 'carried'> {
  fills: Fill[];
  change: DoseChange | null;
}
interface Pending {
  on: string;
  order: Order;
}

/** Has a license and a DEA registration in each state, one of which ends during the year. */
class Prescriber {
  private license: string;
  private registration: string;
  private readonly careful: boolean;
  renewals = 0;

  constructor(chance: () => number) {
    const within = addDays(FIRST_DAY, 20 + Math.floor(chance() * (DAYS - 40)));
    const later = addDays(FIRST_DAY, DAYS + 200);
    [this.license, this.registration] = chance() < 0.7 ? [within, later] : [later, within];
    this.careful = chance() < 0.5;
  }

  /** Some renew in time, the others once they cannot sign. */
  live(today: string): void {
    if (this.careful && addDays(this.until, -RENEWED_AHEAD_DAYS) <= today) this.renew(today);
  }

  private get until(): string {
    return this.license < this.registration ? this.license : this.registration;
  }

  renew(today: string): void {
    const until = addDays(today, LICENSE_DAYS);
    if (this.license < this.registration) this.license = until;
    else this.registration = until;
    this.renewals += 1;
  }

  facts(state: string): NonNullable<ClinicalFacts['prescriber']> {
    const valid = { state, verified: true };
    return {
      licenses: [{ ...valid, type: 'MD', expires_on: this.license }],
      dea_registrations: [{ ...valid, expires_on: this.registration, schedules: ['III'] }],
    };
  }
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
  readonly refused = { check_in: 0, pdmp: 0, license: 0 };
  checkIns = 0;
  /** Nothing changes before this day. */
  private wake = FIRST_DAY;
  private lastCheckIn: string | undefined;
  /** The days on which the clock first showed a gate with its day. */
  private readonly named = new Map<string, string>();
  private readonly policy: StatePdmpPolicy;
  private queriedOn = FIRST_DAY;
  /** Some check in when asked, some only once a refill is refused. */
  private readonly prompt: boolean;

  constructor(
    private readonly chance: () => number,
    private readonly prescriber: Prescriber,
  ) {
    this.policy = STATES[Math.floor(chance() * STATES.length)]!;
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

  /** Its last day, by gate; null where it never closes. */
  private gates(today: string): Record<Gate, string | null> {
    const { state } = this.policy;
    const pdmp_checks = [{ state, queried_on: this.queriedOn, finding: 'none' as const }];
    const facts = {
      prescriber: this.prescriber.facts(state),
      jurisdiction: { ...PLACE, patient_state: state, pdmp_policies: [this.policy], pdmp_checks },
    };
    return {
      check_in: checkInGate(today, FIRST_DAY, this.lastCheckIn).due_on,
      pdmp: pdmpCountsUntil(facts),
      license: licenseCountsUntil(facts),
    };
  }

  /** What the dashboard shows: each gate's day, and a check-in to the prompt. */
  private seesGate(today: string): void {
    for (const [gate, due] of Object.entries(this.gates(today))) {
      const key = `${gate} ${due}`;
      if (due && !this.named.has(key)) this.named.set(key, today);
    }
    const next = nextCheckIn(this.schedule(today));
    if (this.prompt && next && next.opens_on <= today) this.checkIn(today);
  }

  private checkIn(today: string): void {
    this.lastCheckIn = today;
    this.checkIns += 1;
    this.seesGate(today);
  }

  /** A prescriber refuses while a gate is closed; it was named long before, and is opened the same day. */
  private passesGates(today: string): void {
    for (const gate of GATES) {
      const due = this.gates(today)[gate];
      if (!due || today <= due) continue;
      this.refused[gate] += 1;
      const shown = this.named.get(`${gate} ${due}`)!;
      // A query for each order is due again sooner than that: it is named from the day of the last one.
      const ahead = daysBetween(shown, today) >= NAMED_AHEAD_DAYS || shown === this.queriedOn;
      expect([this.id, gate, ahead]).toEqual([this.id, gate, true]);
      this.opens(gate, today);
      expect([gate, today <= this.gates(today)[gate]!]).toEqual([gate, true]);
    }
  }

  private opens(gate: Gate, today: string): void {
    if (gate === 'check_in') this.checkIn(today);
    if (gate === 'pdmp') this.queriedOn = today;
    if (gate === 'license') this.prescriber.renew(today);
    this.seesGate(today);
  }

  private asks({ state }: SupplyClock): boolean {
    return state === 'can_refill' ? this.chance() < 0.25 : state !== 'enough';
  }

  private ask(
    { new_prescription_needed: fresh, earliest_fill_on: earliest }: SupplyClock,
    today: string,
  ): void {
    this.asked += 1;
    this.passesGates(today);
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
  it('leaves no one without medicine who asked in time, and fills nothing before its day or after its law, and names each gate ahead', () => {
    const chance = random(20_261_123);
    const prescribers = Array.from({ length: PRESCRIBERS }, () => new Prescriber(chance));
    const patients = Array.from(
      { length: PATIENTS },
      (_, n) => new Patient(chance, prescribers[n % PRESCRIBERS]!),
    );
    const without: string[] = [];
    for (let day = 1; day <= DAYS; day++) {
      const today = addDays(FIRST_DAY, day);
      for (const prescriber of prescribers) prescriber.live(today);
      for (const patient of patients) {
        const clock = patient.live(today);
        if (clock?.state === 'past_run_out' && today > patient.excusedUntil)
          without.push(`${patient.id} ${today} ${clock.days_left}`);
      }
    }
    expect(without).toEqual([]);
    expect(new Set(patients.map(({ id }) => id)).size).toBe(DISPENSED.length);
    expect(daysBetween(FIRST_DAY, '2028-02-29')).toBeLessThan(DAYS);
    const sum = (of: (patient: Patient) => number): number =>
      patients.reduce((total, patient) => total + of(patient), 0);
    const [asked, filled] = [sum((one) => one.asked), sum((one) => one.filled)];
    const refused = GATES.map((gate) => sum((one) => one.refused[gate]));
    process.stdout.write(
      `a year of ${PATIENTS} patients: ${asked} requests, ${filled} fills, refused by name: ${GATES.map((gate, n) => `${gate} ${refused[n]}`).join(', ')}, ` +
        `${prescribers.reduce((total, { renewals }) => total + renewals, 0)} licenses renewed, ${sum((one) => one.checkIns)} check-ins, ${without.length} without medicine\n`,
    );
    expect(filled).toBeGreaterThan(PATIENTS * 5);
    expect(asked - filled).toBeLessThan(PATIENTS);
    const [checkIns, queries, licenses] = refused as [number, number, number];
    expect(checkIns).toBeGreaterThan(PATIENTS / 10);
    expect(queries).toBeGreaterThan(PATIENTS);
    expect(licenses).toBeGreaterThan(PRESCRIBERS / 4);
  }, 120_000);
});
