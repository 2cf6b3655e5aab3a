import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  accessTokenNotValid: 'This access token is not valid.',
  appSentValueTooLong: 'The app sent a value that is too long.',
  chooseNameDoesNotLookLike:
    'Choose a name that does not look like the clinic’s, this program’s or another app’s.',
  chooseSomethingAppMayRead: 'Choose something the app may read.',
  chooseWhatAppMayRead: 'Choose what the app may read, each once.',
  clinicDoesNotKnowApp: 'Your clinic does not know this app. Nothing was shared with it.',
  codeChallengeWithMethodS256Needed: 'A code_challenge with the method S256 is needed.',
  enter1ToAddresses: (redirectUris: number) => `Enter 1 to ${redirectUris} addresses, each once.`,
  patientDidNotAllow: 'The patient did not allow it.',
  requestDoesNotLeadBack: (name: string) =>
    `This request does not lead back to ${name} as your clinic knows it. Nothing was shared with it.`,
  responseTypeMustCode: 'The response_type must be code.',
  scopeNamesNothingAppCanRead: 'The scope names nothing that an app can read.',
  sendAccessTokenOrSession: 'Send an access token or a session, not both.',
  writeEachAddressAsBrowserShows:
    'Write each address as a browser shows it: https:// (http:// only for localhost and 127.0.0.1), without a password, # or *, and without code, state or error of its own.',
});
