import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  portalAlreadyRunningOnDataFolder: (dataDir: string) =>
    `The portal is already running on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  postgresqlOfEarlierRunProcessDoes: (pid: number) =>
    `The PostgreSQL of an earlier run (process ${pid}) does not end. End it, then start again.`,
});
