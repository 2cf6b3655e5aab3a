import { requestPlan } from '../data/plan-request.js';
import { openIntake, type IntakeEngine } from './open-intake.js';

const LOAD_WITHIN_MS = 10_000;

/** Submits the intake from another page, including unsaved typing. false: the intake page has to show why not. */
export async function submitOpenIntake(userId: string): Promise<boolean> {
  const engine = openIntake(userId);
  engine.start();
  await loaded(engine);
  const result = await engine.submit();
  if (result.kind !== 'saved') return false;
  // The dashboard offers the same request, so a failure here needs no message.
  await requestPlan().catch(() => undefined);
  return true;
}

function loaded(engine: IntakeEngine): Promise<void> {
  if (engine.getState().status !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, LOAD_WITHIN_MS);
    const stop = engine.subscribe(() => engine.getState().status !== 'loading' && done());
  });
}
