import { memoryStore } from 'react-admin';
import { onSessionCleared } from '../../shared/session/index.js';

/** react-admin's store, in memory only: its default would write searched names to localStorage. */
export const store = memoryStore();
onSessionCleared(() => store.reset());
