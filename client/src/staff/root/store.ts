import { localStorageStore, memoryStore, type Store } from 'react-admin';
import { onSessionCleared } from '../../shared/session/index.js';

/** What outlives the page: saved filters and the choice of columns. Neither says anything about a person. */
const KEPT = /\.(savedQueries|datatable)$/;

const memory = memoryStore();
onSessionCleared(() => memory.reset());
const disk = localStorageStore('1', '.staff');
const of = (key: string): Store => (KEPT.test(key) ? disk : memory);

/** react-admin's store: in memory, but for what a user chose to keep in this browser. */
export const store: Store = {
  setup: () => [memory, disk].forEach((one) => one.setup()),
  teardown: () => [memory, disk].forEach((one) => one.teardown()),
  getItem: (key, usual) => of(key).getItem(key, usual),
  setItem: (key, value) => of(key).setItem(key, value),
  removeItem: (key) => of(key).removeItem(key),
  removeItems: (prefix) => memory.removeItems(prefix),
  reset: () => memory.reset(),
  subscribe: (key, callback) => of(key).subscribe(key, callback),
  listItems: (prefix) => memory.listItems?.(prefix) ?? {},
};
