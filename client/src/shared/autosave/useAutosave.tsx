import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Autosave } from './engine.js';
import { savedText } from './saved-text.js';
import type { AutosaveState, StoredForm } from './types.js';

const TEXT_EVERY_MS = 15_000;

/** Connects the engine to the screen; page leave, hide and online events reach the engine. */
export function useAutosave<F extends StoredForm>(engine: Autosave<F>): AutosaveState<F> {
  const state = useSyncExternalStore(engine.subscribe, engine.getState);
  useEffect(() => {
    engine.start();
    const hidden = () => {
      if (document.visibilityState === 'hidden') engine.leave();
      else engine.retryNow();
    };
    const leave = () => engine.leave();
    const online = () => engine.retryNow();
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', online);
      engine.leave();
    };
  }, [engine]);
  return state;
}

/** "Saved 3 min ago", updated as time passes. */
export function useSavedText(state: AutosaveState<StoredForm>): string {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TEXT_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return savedText(state.status, state.savedAt, Math.max(now, state.savedAt ?? 0));
}
