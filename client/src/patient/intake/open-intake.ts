import { firstSectionWithError } from '#common/intake/index.js';
import { newIdempotencyKey } from '../../shared/api/index.js';
import { Autosave, type Kept } from '../../shared/autosave/index.js';
import { beforeSessionEnds, onSessionCleared } from '../../shared/session/index.js';
import { dropDraft, peekDraft, registerDraft } from '../../shared/session/returnTicket.js';
import { INTAKE_TEXT } from './text/en.js';
import { intakeTransport, type IntakeRecord } from './transport.js';

export type IntakeEngine = Autosave<IntakeRecord>;

const DRAFT_KEY = 'intake';
const clock = {
  now: () => Date.now(),
  after: (ms: number, callback: () => void) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

let open: { userId: string; engine: IntakeEngine; close: () => void } | null = null;

/**
 * The autosave engine of this patient's intake. It outlives the page, so that moving around the portal while the network
 * is down loses nothing; once everything is saved, a visit starts from the server again.
 */
export function openIntake(userId: string): IntakeEngine {
  if (open?.userId === userId && !isAtRest(open.engine)) return open.engine;
  open?.close();
  const kept = peekDraft<Kept<IntakeRecord>>(DRAFT_KEY);
  dropDraft(DRAFT_KEY);
  const engine: IntakeEngine = new Autosave({
    transport: intakeTransport,
    clock,
    newKey: newIdempotencyKey,
    ...(kept ? { kept } : {}),
  });
  const forgetDraft = registerDraft(DRAFT_KEY, () => engine.keep(), {
    place: () => ({ name: INTAKE_TEXT.unsaved, path: pathOf(engine) }),
    // What can be sent goes out in a request that outlives the page.
    atRisk: () => engine.wouldLoseOnLeaving(),
  });
  const forgetFlush = beforeSessionEnds(() => engine.flush());
  open = {
    userId,
    engine,
    close: () => {
      forgetDraft();
      forgetFlush();
      engine.dispose();
      open = null;
    },
  };
  return engine;
}

/** The section of an answer that needs a decision or a change before it can be saved. */
function pathOf(engine: IntakeEngine): string {
  const { conflicts, refused } = engine.getState();
  const section = firstSectionWithError({ ...conflicts, ...refused });
  return `/trt/patient/intake${section ? `?section=${section}` : ''}`;
}

function isAtRest(engine: IntakeEngine): boolean {
  const { status, submitting } = engine.getState();
  return !submitting && (status === 'saved' || status === 'untouched');
}

onSessionCleared(() => open?.close());
