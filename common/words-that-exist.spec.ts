import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Every place that contains user-facing text: screens, forms, emails, documents, articles. */
const PLACES = ['client/src', 'common', 'server'];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'fixtures' ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.includes('.spec.') ? [path] : [];
  });
}

const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

const FILES = PLACES.flatMap(sources).map((path) => ({
  path,
  text: withoutComments(readFileSync(path, 'utf8')),
}));

/** How people phrase things is for the search and the detector, and promises nothing. */
const HEARD =
  /vocabulary|starter-questions|everyday-(?:words|trouble)|small-words|emergency-|refusals|routing/;

/** What the portal does not have. Remove an entry once it is built. */
const MISSING: readonly RegExp[] = [
  /lab card/i,
  /next-lab card/i,
  /training (material|video)/i,
  /reminder settings/i,
  /notification settings/i,
  /lab (order form|requisition|kit)/i,
  /lab order to start/i,
  /(we|will|can) text you a/i,
  /\bSMS\b/,
  /push notification/i,
  /mobile app\b/i,
  /live chat/i,
  /injection (log|video)/i,
  /billing page|payment method|invoice/i,
  /insurance card/i,
  /symptom diary/i,
  /help (line|desk)/i,
];

/** Screens and cards that texts refer to: the wording, and where the screen defines it. */
const EXISTING: readonly (readonly [RegExp, string, RegExp])[] = [
  [/My Plan page/, 'client/src/app/shell/text/navigation.ts', /myPlan: 'My Plan'/],
  [/Next labs/, 'client/src/patient/dashboard/text/en.ts', /labs: \{\s+title: 'Next labs'/],
  [/[Pp]rescriptions page/, 'client/src/app/shell/text/staff-navigation.ts', /: 'Prescriptions'/],
  [/Appointments page|under Appointments/, 'client/src/app/shell/text/navigation.ts', /: 'Appointments'/],
  [/Progress page|under Progress/, 'client/src/app/shell/text/navigation.ts', /: 'Progress'/],
  [/Messages page|under Messages/, 'client/src/app/shell/text/navigation.ts', /: 'Messages'/],
  [/Profile page|under Profile/, 'client/src/app/shell/text/navigation.ts', /: 'Profile'/],
  [/Education page|under Education/, 'client/src/app/shell/text/navigation.ts', /: 'Education'/],
];

describe('user-facing text never points to something that does not exist', () => {
  it.each(MISSING)('%s appears nowhere', (noun) => {
    const said = FILES.filter(({ path, text }) => !HEARD.test(path) && noun.test(text)).map(
      ({ path }) => path,
    );
    expect(said).toEqual([]);
  });

  it.each(EXISTING)('%s is mentioned only while the screen has it', (noun, file, named) => {
    const said = FILES.some(({ text }) => noun.test(text));
    expect(!said || named.test(readFileSync(file, 'utf8'))).toBe(true);
  });

  it('reads all user-facing text', () => {
    expect(FILES.length).toBeGreaterThan(400);
    expect(FILES.some(({ text }) => text.includes('Submit intake'))).toBe(true);
  });
});
