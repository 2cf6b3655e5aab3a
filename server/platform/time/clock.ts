import { Global, Injectable, Module } from '@nestjs/common';

/** The only source of "now" outside the database, so that a test can set it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** The calendar date in a time zone: the organisation's for its work, the patient's for his own days. */
  today(timezone: string): string {
    return dateIn(timezone, this.now());
  }
}

/** The later of a local today and UTC's: a date signed now lies in neither's future. */
export const latestToday = (today: string, at: Date): string =>
  [today, at.toISOString().slice(0, 10)].sort().at(-1)!;

const formats = new Map<string, Intl.DateTimeFormat>();

export function dateIn(timezone: string, at: Date): string {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timezone, format);
  }
  return format.format(at);
}

/** A calendar date some days later (or earlier). */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

@Global()
@Module({ providers: [Clock], exports: [Clock] })
export class ClockModule {}
