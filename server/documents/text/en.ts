import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  asLogged: (zone: string) => `As logged by the patient. Times are those of ${zone}.`,
  decisionSupport: 'Decision support for licensed clinicians. Not an electronic prescription.',
  notAgreed: 'Not agreed.',
  unknownCharacters:
    'Characters that this file cannot show are given by their Unicode number, like [U+1F642].',
});
