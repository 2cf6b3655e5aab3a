import { localStorageStore, memoryStore, type Store } from 'react-admin';
import { onSessionCleared } from '../../shared/session/index.js';

/** What outlives the page: filters saved under a name and the choice of columns. Neither holds a searched name. */
const KEPT = /\.(savedQueries|datatable(_columnRanks)?)$/;

const memory = memoryStore();
onSessionCleared(() => memory.reset());

/** react-admin's store of one account: in memory, but for what a user chose to keep. */
export function staffStore(userId: string): Store {
  const disk = localStorageStore('1', `.${userId}`);
  const of = (key: string): Store => (KEPT.test(key) ? disk : memory);
  return {
    setup: () => disk.setup(),
    teardown: () => disk.teardown(),
    getItem: (key, usual) => of(key).getItem(key, usual),
    setItem: (key, value) => of(key).setItem(key, value),
    removeItem: (key) => of(key).removeItem(key),
    removeItems: (prefix) => memory.removeItems(prefix),
    reset: () => memory.reset(),
    subscribe: (key, callback) => of(key).subscribe(key, callback),
    listItems: (prefix) => memory.listItems?.(prefix) ?? {},
  };
}
