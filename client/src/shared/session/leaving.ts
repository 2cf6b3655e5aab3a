import { onOtherTab, tellOtherTabs } from './channel.js';
import { unsavedPlaces, type Unsaved } from './returnTicket.js';

/** Before the user ends the session, every tab saves what it can, and the user is asked about the rest. */

const LAST_SAVE_MS = 3000;
/** Held by every open tab of the portal, so that a single tab does not wait for others. */
const TAB = 'trt-tab';
/** An active tab acknowledges right away; a tab the browser has suspended has no new typing. */
const HEAR_MS = 200;
const ELSEWHERE: Unsaved = { name: 'What you typed in another tab or window' };

const lastSaves = new Set<() => Promise<unknown>>();
/** Gives unsaved work a chance to be saved before a sign-out or a change of role. */
export function beforeSessionEnds(save: () => Promise<unknown>): () => void {
  lastSaves.add(save);
  return () => {
    lastSaves.delete(save);
  };
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
const saveUnsentWork = (): Promise<void> =>
  within(Promise.allSettled([...lastSaves].map((save) => save())), LAST_SAVE_MS);

type LeaveQuestion = (places: Unsaved[]) => Promise<boolean>;
let askToLose: LeaveQuestion | null = null;
/** Asks the user, before a sign-out or a change of role, whether what cannot be saved may be lost. */
export function onUnsavedWork(ask: LeaveQuestion): () => void {
  askToLose = ask;
  return () => {
    if (askToLose === ask) askToLose = null;
  };
}

/** Called once at startup. */
export function countThisTab(): void {
  void navigator.locks?.request(TAB, { mode: 'shared' }, () => new Promise(() => undefined));
}

async function isAlone(): Promise<boolean> {
  // Browsers expose it only in a secure context.
  const held = await navigator.locks?.query().then(({ held = [] }) => held);
  return held !== undefined && held.filter(({ name }) => name === TAB).length < 2;
}

/** Whether another tab holds something it could not save. */
async function unsavedElsewhere(): Promise<boolean> {
  if (await isAlone()) return false;
  const round = crypto.randomUUID();
  const saving = new Set<string>();
  let unsaved = false;
  let noneLeft = (): void => undefined;
  const stop = onOtherTab((message) => {
    if (!('round' in message) || message.round !== round) return;
    if (message.type === 'heard') saving.add(message.tab);
    if (message.type !== 'settled') return;
    unsaved ||= message.unsaved;
    saving.delete(message.tab);
    if (saving.size === 0) noneLeft();
  });
  tellOtherTabs({ type: 'leaving', round });
  await new Promise((resolve) => setTimeout(resolve, HEAR_MS));
  if (saving.size > 0) await within(new Promise<void>((resolve) => (noneLeft = resolve)), LAST_SAVE_MS);
  stop();
  // A tab that did not answer in time may hold something.
  return unsaved || saving.size > 0;
}

/** Whether the session may be ended: everything that can be saved is, and the rest may be lost. */
export async function mayEnd(): Promise<boolean> {
  const [elsewhere] = await Promise.all([unsavedElsewhere(), saveUnsentWork()]);
  const places = [...unsavedPlaces(), ...(elsewhere ? [ELSEWHERE] : [])];
  return places.length === 0 || !askToLose || askToLose(places);
}

/** Another tab is about to end the shared session. */
export async function answerLeavingTab(round: string): Promise<void> {
  const tab = crypto.randomUUID();
  tellOtherTabs({ type: 'heard', round, tab });
  await saveUnsentWork();
  tellOtherTabs({ type: 'settled', round, tab, unsaved: unsavedPlaces().length > 0 });
}
