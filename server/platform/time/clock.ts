import { Global, Injectable, Module } from '@nestjs/common';
import { dateIn } from '#common/clinical/index.js';

/** The only source of "now" outside the database, so that a test can set it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** The calendar date in a time zone: the organization's for its work, the patient's for the patient's own days. */
  today(timezone: string): string {
    return dateIn(this.now(), timezone);
  }
}

/** The later of a local today and UTC's: a date signed now lies in neither's future. */
export const latestToday = (today: string, at: Date): string =>
  [today, at.toISOString().slice(0, 10)].sort().at(-1)!;

@Global()
@Module({ providers: [Clock], exports: [Clock] })
export class ClockModule {}
