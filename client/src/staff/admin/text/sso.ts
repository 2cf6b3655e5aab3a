import type { SsoSettingsResponse, SsoTrialOutcome } from '#common/api/index.js';

export const SSO_TEXT = {
  open: 'Single sign-on',
  title: (name: string) => `Single sign-on for ${name}`,
  lead: 'Staff sign in with OpenID Connect at your own provider. Patients keep their passwords.',
  loading: 'Loading the single sign-on settings',
  failed: 'Unable to load the single sign-on settings.',
  callback: 'Redirect URI',
  callbackHint: 'Enter it at your provider.',
  issuer: 'Issuer',
  issuerHint: 'For example https://your-organization.okta.com',
  clientId: 'Client ID',
  secret: 'Client secret',
  secretHint: 'Stored encrypted and never shown again.',
  secretKept: 'A secret is stored. Leave this empty to keep it.',
  domains: 'Email domains',
  domainsHint: 'Separated by commas. Staff with these addresses sign in here.',
  trust: 'Our provider verifies addresses',
  trustHint:
    'Turn this on only for a provider that sends no “email_verified”, such as Entra ID, and where only your administrators set addresses: a person who can set an address there can sign in to that account here.',
  required: 'Require single sign-on for staff',
  requiredHint: 'Passwords of staff stop working. System-wide administrators keep theirs.',
  requiredLater: 'You can require it after a sign-in with these settings has worked.',
  tried: (at: string) => `A sign-in with these settings worked on ${at}.`,
  paused: (at: string) =>
    `Paused since ${at}: the administrator who saved these settings last is no longer one. Check that the provider is your organization’s own, then save to resume.`,
  untried: 'No sign-in with these settings has worked yet.',
  try: 'Try the sign-in',
  tryHint: 'You leave this page, sign in at the provider, and come back signed in as you are now.',
  trySaved: 'Save your changes before you try them.',
  tryFailed: 'The sign-in could not be tried',
  close: 'Close',
  save: 'Save settings',
  saved: 'Single sign-on settings saved.',
  failedSave: 'The settings were not saved',
  changed: 'These settings were changed by another user. The fields show the current version.',
  remove: 'Remove the connection',
  removeTitle: 'Remove the connection?',
  removeLead:
    'Passwords work again at once. When you connect it again, staff are linked at their next sign-in.',
  removed: 'The connection was removed.',
  removeFailed: 'The connection was not removed',
  only: {
    nothing:
      'You signed in through single sign-on, which cannot change itself: nothing can be saved here. Sign in with your password, or ask an administrator who does.',
    renewal:
      'You signed in through single sign-on, which cannot change itself. Here you can only enter a new client secret and stop requiring it. To change the rest, stop requiring it and sign in with your password, or ask a system-wide administrator.',
  } satisfies Record<NonNullable<SsoSettingsResponse['only']>, string>,
  outcomes: {
    passed: 'The sign-in worked. You can now require it.',
    provider:
      'The provider refused the sign-in. Check the client ID, the client secret and the redirect URI.',
    unavailable: 'The provider did not answer. Try again in a moment.',
    unverified_email: 'The provider did not say that your address is verified.',
    other_domain: 'The address you signed in with is not in these email domains.',
  } satisfies Record<SsoTrialOutcome, string>,
} as const;
