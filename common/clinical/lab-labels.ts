/** The draw asked for after a hematocrit above the limit on treatment. */
export const PAUSED_RECHECK = 'Blood count recheck while treatment is paused';

/** Of a follow-up: it belongs to a treatment that had begun. */
export const AFTER_STOPPING = ' after stopping';

/** What is asked for before a diagnosis stands. */
export const MORNING_TESTS = {
  first: 'First morning testosterone, blood count and PSA.',
  second: 'Second morning testosterone on a different day.',
  third: 'Third morning testosterone on a different day.',
} as const;
