import { describe, expect, it } from '@jest/globals';
import { AppError } from '../platform/errors/errors.js';
import { changed, type AppointmentState } from './appointment-change.js';
import { APPOINTMENT_LIFECYCLE } from './appointment-lifecycle.js';
import type { AppointmentChangeDto } from './appointments.dto.js';

const NOW = new Date('2026-11-20T15:00:00Z');
const at = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000);
const iso = (hours: number): string => at(hours).toISOString();

const REQUESTED: AppointmentState = {
  status: 'requested',
  starts_at: null,
  ends_at: null,
  started_at: null,
  ended_at: null,
  provider_id: null,
  join_url: null,
  note: null,
  cancel_reason: null,
};
const SCHEDULED: AppointmentState = {
  ...REQUESTED,
  status: 'scheduled',
  starts_at: at(-1),
  ends_at: at(-0.5),
};
const STARTED: AppointmentState = { ...SCHEDULED, started_at: at(-1) };
const COMPLETED: AppointmentState = { ...STARTED, status: 'completed', ended_at: at(-0.5) };

/** The result of a change: the new state, the rejected fields, or that the state does not allow it. */
function outcome(before: AppointmentState, change: AppointmentChangeDto): unknown {
  try {
    return changed(before, change, NOW);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'invalid_state' ? 'invalid_state' : Object.keys(error.parts.fields ?? {});
  }
}

describe('an appointment', () => {
  it('changes status only as its table allows', () => {
    const moves = (['requested', 'scheduled', 'completed', 'cancelled', 'no_show'] as const).map((from) =>
      (['requested', 'scheduled', 'completed', 'cancelled', 'no_show'] as const).filter((to) =>
        APPOINTMENT_LIFECYCLE.allows(from, to),
      ),
    );
    expect(moves).toEqual([['scheduled', 'cancelled'], ['completed', 'cancelled', 'no_show'], [], [], []]);
  });

  it.each<[string, AppointmentState, AppointmentChangeDto, Partial<AppointmentState>]>([
    [
      'is scheduled',
      REQUESTED,
      { status: 'scheduled', starts_at: iso(24), ends_at: iso(24.5), join_url: ' https://meet.example/x ' },
      { status: 'scheduled', starts_at: at(24), join_url: 'https://meet.example/x' },
    ],
    [
      'is assigned to a provider before it is scheduled',
      REQUESTED,
      { provider_id: 'p' },
      { provider_id: 'p' },
    ],
    [
      'is moved',
      SCHEDULED,
      { starts_at: iso(3), ends_at: iso(4) },
      { status: 'scheduled', starts_at: at(3) },
    ],
    ['is cancelled', SCHEDULED, { status: 'cancelled' }, { status: 'cancelled' }],
    [
      'is canceled for a reason',
      SCHEDULED,
      { status: 'cancelled', note: ' Snow ' },
      { status: 'cancelled', cancel_reason: 'Snow' },
    ],
    [
      'is declined for a reason',
      REQUESTED,
      { status: 'cancelled', note: 'Away' },
      { status: 'cancelled', cancel_reason: 'Away' },
    ],
    ['is missed', SCHEDULED, { status: 'no_show' }, { status: 'no_show' }],
    ['is started', SCHEDULED, { started_at: iso(0) }, { status: 'scheduled', started_at: at(0) }],
    ['is completed by its end', STARTED, { ended_at: iso(0) }, { status: 'completed', ended_at: at(0) }],
    ['ends when it is completed', STARTED, { status: 'completed' }, { status: 'completed', ended_at: NOW }],
    [
      'is documented afterwards in one step',
      SCHEDULED,
      { status: 'completed', started_at: iso(-1), ended_at: iso(-0.5), note: ' Went well ' },
      { status: 'completed', note: 'Went well' },
    ],
    ['accepts a note during the visit', STARTED, { note: 'x' }, { status: 'scheduled', note: 'x' }],
    ['accepts a note later', COMPLETED, { note: 'x' }, { status: 'completed', note: 'x' }],
    ['can have its note removed', { ...COMPLETED, note: 'x' }, { note: null }, { note: null }],
    ['has its times corrected', COMPLETED, { started_at: iso(-2) }, { started_at: at(-2) }],
    ['does not change', COMPLETED, { status: 'completed' }, COMPLETED],
  ])('%s', (_, before, change, after) => {
    expect(outcome(before, change)).toEqual({ ...before, ...after, ...endOf(before, change, after) });
  });

  it.each<[string, AppointmentState, AppointmentChangeDto, string[] | 'invalid_state']>([
    ['no start', REQUESTED, { status: 'scheduled' }, ['starts_at', 'ends_at']],
    ['no end', REQUESTED, { status: 'scheduled', starts_at: iso(1) }, ['ends_at']],
    [
      'a start in the past',
      REQUESTED,
      { status: 'scheduled', starts_at: iso(-1), ends_at: iso(1) },
      ['starts_at'],
    ],
    ['a start now', SCHEDULED, { starts_at: iso(0), ends_at: iso(1) }, ['starts_at']],
    [
      'a start in two years',
      REQUESTED,
      { status: 'scheduled', starts_at: iso(367 * 24), ends_at: iso(367 * 24 + 1) },
      ['starts_at'],
    ],
    ['an end before the start', SCHEDULED, { starts_at: iso(2), ends_at: iso(2) }, ['ends_at']],
    ['nine hours', SCHEDULED, { starts_at: iso(2), ends_at: iso(11) }, ['ends_at']],
    ['a link without encryption', SCHEDULED, { join_url: 'http://meet.example/x' }, ['join_url']],
    ['a script as a link', SCHEDULED, { join_url: 'javascript:alert(1)' }, ['join_url']],
    ['a link with a password', SCHEDULED, { join_url: 'https://a:b@meet.example' }, ['join_url']],
    [
      'a link with a line break',
      SCHEDULED,
      { join_url: 'https://meet.example/x\r\nATTENDEE:y' },
      ['join_url'],
    ],
    ['a link that is not a URL', SCHEDULED, { join_url: 'meet me' }, ['join_url']],
    ['a visit that starts in the future', SCHEDULED, { started_at: iso(0.2) }, ['started_at']],
    ['a visit two days early', SCHEDULED, { started_at: iso(-30) }, ['started_at']],
    ['an end before the visit starts', STARTED, { ended_at: iso(-1.1) }, ['ended_at']],
    ['an end in the future', STARTED, { ended_at: iso(0.2) }, ['ended_at']],
    ['a visit of more than a day', { ...STARTED, started_at: at(-25) }, { ended_at: iso(0) }, ['ended_at']],
    ['a note before the visit', SCHEDULED, { note: 'x' }, ['started_at']],
    ['an end without a start', SCHEDULED, { ended_at: iso(0) }, 'invalid_state'],
    ['completion without a visit', SCHEDULED, { status: 'completed' }, 'invalid_state'],
    ['completion of a request', REQUESTED, { status: 'completed' }, 'invalid_state'],
    ['a visit for a request', REQUESTED, { started_at: iso(0) }, 'invalid_state'],
    ['times for a request', REQUESTED, { starts_at: iso(1), ends_at: iso(2) }, 'invalid_state'],
    ['a link for a request', REQUESTED, { join_url: 'https://meet.example' }, 'invalid_state'],
    ['canceling a visit', STARTED, { status: 'cancelled' }, 'invalid_state'],
    ['marking a visit as missed', STARTED, { status: 'no_show' }, 'invalid_state'],
    ['moving a visit', STARTED, { starts_at: iso(1), ends_at: iso(2) }, 'invalid_state'],
    [
      'marking a future appointment as missed',
      { ...SCHEDULED, starts_at: at(1), ends_at: at(2) },
      { status: 'no_show' },
      'invalid_state',
    ],
    ['a new provider afterwards', COMPLETED, { provider_id: 'p' }, 'invalid_state'],
    ['going back', COMPLETED, { status: 'scheduled' }, 'invalid_state'],
    ['reviving', { ...SCHEDULED, status: 'cancelled' }, { status: 'scheduled' }, 'invalid_state'],
    [
      'a note on a canceled appointment',
      { ...SCHEDULED, status: 'cancelled' },
      { note: 'x' },
      'invalid_state',
    ],
  ])('rejects %s', (_, before, change, refusal) => {
    expect(outcome(before, change)).toEqual(refusal);
  });

  it.each<[AppointmentState, AppointmentChangeDto, string]>([
    [COMPLETED, { status: 'cancelled' }, 'This appointment is over, so it cannot be canceled.'],
    [
      { ...SCHEDULED, status: 'no_show' },
      { status: 'scheduled' },
      'This appointment is over, so it cannot be scheduled.',
    ],
    [
      REQUESTED,
      { status: 'no_show' },
      'This appointment is not scheduled yet, so it cannot be closed as a no show.',
    ],
    [STARTED, { status: 'cancelled', note: 'x' }, 'The visit has started. Complete it instead.'],
    [
      { ...SCHEDULED, status: 'cancelled' },
      { note: 'x' },
      'This appointment did not take place, so there is no visit to document.',
    ],
    [REQUESTED, { note: 'x' }, 'Only a scheduled appointment can become a visit.'],
  ])('says why not %#', (before, change, sentence) => {
    expect(() => changed(before, change, NOW)).toThrow(sentence);
  });
});

/** Times left out of a table row because the change sets them. */
function endOf(
  before: AppointmentState,
  change: AppointmentChangeDto,
  after: Partial<AppointmentState>,
): Partial<AppointmentState> {
  const time = (name: 'starts_at' | 'ends_at' | 'started_at' | 'ended_at') =>
    name in after ? after[name] : change[name] ? new Date(change[name]) : before[name];
  return Object.fromEntries(
    (['starts_at', 'ends_at', 'started_at', 'ended_at'] as const).map((name) => [name, time(name)]),
  );
}
