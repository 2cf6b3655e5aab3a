import type { AppGroup } from '#common/api/patient-apps.js';

export const GROUP_TEXT: Readonly<Record<AppGroup, string>> = {
  patients: 'Who you are: your name, birth date and contact details',
  problems: 'Your conditions and allergies',
  medications: 'Your medications, prescriptions, fills and treatment plans',
  observations: 'Your lab results, vital signs and questionnaire scores',
  documents: 'Your forms: intake answers, consents and signed documents',
  visits: 'Your visits and appointments',
  messages: 'Your messages with your care team',
  team: 'Your care team and your clinic',
};

export const CONNECT_TEXT = {
  pageTitle: 'Connect an app',
  title: (app: string) => `Let ${app} read your record?`,
  lead: (app: string, clinic: string) => `${app} asks to read your record at ${clinic}.`,
  outside: (app: string, clinic: string) =>
    `${app} is not part of ${clinic}. What it has read stays with it, under its own privacy policy, and cannot be taken back.`,
  reads: 'What it may read',
  readsHint: 'Clear whatever you do not want to share.',
  choose: 'Choose something the app may read, or don’t allow it.',
  until: (moment: string) => `It may read this until ${moment}, and then has to ask you again.`,
  stays: (day: string) =>
    `It may read this until ${day}, also at times when you are not using it. Then it has to ask you again.`,
  onlyReads: 'It can only read. It cannot change anything or write to your care team.',
  later: 'You can disconnect it at any time: go to your profile, then Connected apps.',
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  back: (host: string) => `Either way, you go back to ${host}.`,
  allow: 'Allow',
  decline: 'Don’t allow',
  failed: 'Nothing was shared with the app. Try again in a moment.',
  loading: 'Loading what the app asks for',
  refused: 'This app cannot be connected',
  incomplete: 'The link that led here is not complete. Nothing was shared. Start again in the app.',
  home: 'Go to My Plan',
  leaving: 'Going back to the app…',
} as const;

export const APPS_TEXT = {
  title: 'Connected apps',
  lead: 'Apps that you let read your record. They are not part of your clinic.',
  failed: 'Unable to load your connected apps.',
  none: 'No app reads your record.',
  reads: 'May read',
  connected: 'Connected',
  used: 'Last read',
  never: 'not yet',
  ends: 'Access ends',
  disconnect: 'Disconnect',
  disconnectFrom: (app: string) => ` ${app}`,
  disconnected: (app: string) => `${app} is disconnected and can no longer read your record.`,
  disconnectFailed: 'The app is still connected. Try again in a moment.',
  hint: 'Disconnecting ends an app’s access at once. What it has already read stays with it. A new password, a change of your second factor and signing out your other devices disconnect all apps.',
} as const;
