import type { Person } from '../support/person.js';

/** Saves an intake draft over and over, and remembers what was acknowledged. */
export class Writer {
  /** How many writes were acknowledged. */
  count = 0;
  private last = 0;
  private writing = true;
  private work: Promise<void> = Promise.resolve();

  static async start(person: Person): Promise<Writer> {
    const writer = new Writer();
    writer.last = (await person.get('/api/trt/intake')).body.intake_form.version as number;
    writer.work = writer.write(person);
    return writer;
  }

  async stop(): Promise<void> {
    this.writing = false;
    await this.work;
  }

  /** How many acknowledged writes are missing. Throws if one write is only half there. */
  async lost(person: Person): Promise<number> {
    const { data, version } = (await person.get('/api/trt/intake')).body.intake_form;
    if (data.full_name !== data.family_other) throw new Error('half of a write was stored');
    return Math.max(0, this.last - (version as number));
  }

  private async write(person: Person): Promise<void> {
    for (let i = 0; this.writing; i++) {
      const value = `write ${i}`;
      const body = { version: this.last, data: { family_other: value, full_name: value } };
      const answer = await person.post('/api/trt/intake', body).catch(() => null);
      if (answer?.status !== 200) continue;
      this.last = answer.body.intake_form.version as number;
      this.count += 1;
    }
  }
}
