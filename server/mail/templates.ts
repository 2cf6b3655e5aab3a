/** Emails contain no clinical content. Text and HTML say the same. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

const escape = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]!,
  );

/** Addresses and names that others entered stay text: mail programs make links of what looks like one. */
const unlinked = (html: string): string => html.replace(/(?<=[\p{L}\d])([.:@])(?=[\p{L}\d/])/gu, '$1&#8203;');

interface Parts {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  closing?: string[];
}

export function compose({ subject, paragraphs, action, closing = [] }: Parts): MailContent {
  const signature = 'The care team of the TRT Program';
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing,
    signature,
  ].join('\n\n');
  const paragraph = (p: string) => `<p style="margin:0 0 16px">${unlinked(escape(p))}</p>`;
  const button = action
    ? `<p style="margin:0 0 16px"><a href="${escape(action.url)}" style="display:inline-block;background:#0E6B63;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none">${escape(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#4A605E">If the button does not work, copy this address:<br>${escape(action.url)}</p>`
    : '';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;background:#FBF9F5;color:#12302F;font-family:Figtree,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #C9D3CF;border-radius:12px;padding:32px">
${paragraphs.map(paragraph).join('\n')}
${button}
${closing.map(paragraph).join('\n')}
<p style="margin:0;color:#4A605E">${signature}</p>
</div></body></html>`;
  return { subject, text, html };
}

export const verificationMail = (url: string): MailContent =>
  compose({
    subject: 'Confirm your email address',
    paragraphs: ['Welcome to the TRT Program.', 'Please confirm that this email address is yours.'],
    action: { label: 'Confirm email address', url },
    closing: [
      'The link works once and expires after 24 hours. If you did not create an account, you can ignore this message.',
    ],
  });

export const resetMail = (url: string): MailContent =>
  compose({
    subject: 'Set a new password',
    paragraphs: ['We received a request to reset the password for your TRT Program account.'],
    action: { label: 'Set a new password', url },
    closing: [
      'The link works once and expires after 15 minutes. If you did not ask for it, you can ignore this message; your password stays as it is.',
    ],
  });

export const inviteMail = (url: string): MailContent =>
  compose({
    subject: 'Your invitation to the TRT Program',
    paragraphs: [
      'An account has been created for you at the TRT Program.',
      'Set your password to start using it.',
    ],
    action: { label: 'Set your password', url },
    closing: [
      'The link works once and expires after 24 hours. After that, ask the person who invited you for a new one.',
    ],
  });

export const changeEmailMail = (url: string): MailContent =>
  compose({
    subject: 'Confirm your new email address',
    paragraphs: ['Please confirm that this is the new email address of your account at the TRT Program.'],
    action: { label: 'Confirm new email address', url },
    closing: [
      'The link works once and expires after 24 hours. If you did not ask for this change, you can ignore this message.',
    ],
  });

export const passwordDisabledMail = (url: string): MailContent =>
  compose({
    subject: 'Your password has been disabled',
    paragraphs: [
      'Someone tried many wrong passwords for your account at the TRT Program, so the password does not work any more on devices that you have not used before.',
      'Ask for a link to set a new one. Your account and what is in it are untouched.',
    ],
    action: { label: 'Set a new password', url },
  });

export const ssoRequiredMail = (url: string): MailContent =>
  compose({
    subject: 'Sign in with your organization',
    paragraphs: [
      'Someone asked for a new password for your account at the TRT Program. Your organization requires its staff to use its own sign-in, so passwords are disabled.',
      'If this was you, sign in with your organization. If it was not, there is nothing to do.',
    ],
    action: { label: 'Sign in', url },
  });

/** Tells the owner what changed on an account. */
export const NOTICES = {
  password_changed: [
    'Your password was changed',
    'The password of your account at the TRT Program was changed.',
  ],
  mfa_enabled: [
    'Two-step sign-in is on',
    'From now on, you’ll need a code from your authenticator app to sign in.',
  ],
  mfa_disabled: [
    'Two-step sign-in is off',
    'You no longer need a code from your authenticator app to sign in.',
  ],
  mfa_reset: ['Two-step sign-in was reset', 'An administrator reset MFA for your account.'],
  recovery_codes_renewed: [
    'Your recovery codes were replaced',
    'New recovery codes were made for your account. The old ones no longer work.',
  ],
  recovery_code_used: [
    'A recovery code was used',
    'A recovery code was used to sign in to your account. Each of them works once.',
  ],
  codes_refused: [
    'Wrong codes were entered in your account',
    'Someone who is signed in to your account at the TRT Program entered ten wrong codes, or passkeys that could not be confirmed. For 15 minutes no more are taken there. You can still sign in, and a new password signs everyone else out.',
  ],
  passwords_refused: [
    'Wrong passwords were entered in your account',
    'Someone who is signed in to your account at the TRT Program entered five wrong passwords to confirm that it is you. There, more are taken only after a wait. If it was not you, a new password signs everyone else out.',
  ],
  second_steps_of_day: [
    'Someone knows your password',
    'Within a day, someone entered your password at the TRT Program and then many wrong codes, or passkeys that could not be confirmed. If it was not you, set a new password: it keeps them out.',
  ],
  second_steps_refused: [
    'Someone knows your password',
    'Someone entered your password at the TRT Program and then ten wrong codes, or passkeys that could not be confirmed. For 15 minutes no more codes are taken at sign-in; a passkey of yours still works. If it was not you, set a new password: it keeps them out.',
  ],
  passkey_added: ['A passkey was added', 'A passkey was added to your account at the TRT Program.'],
  new_device: [
    'New sign-in to your account',
    'Someone signed in to your account at the TRT Program on a device that was not used for it before.',
  ],
  sso_linked: [
    'Your organization’s sign-in opens your account',
    'A sign-in service that an administrator of your organization set up was used to open your account at the TRT Program for the first time.',
  ],
  passkey_removed: ['A passkey was removed', 'A passkey was removed from your account at the TRT Program.'],
  email_change_requested: [
    'A change to your email address was requested',
    'Someone signed in to your account asked to change its email address. The change takes effect once the new address is confirmed.',
  ],
  email_changed: [
    'Your email address was changed',
    'The email address of your account at the TRT Program was changed. You can no longer sign in with this address.',
  ],
  roles_changed: [
    'Your account access has changed',
    'An administrator changed the roles of your account at the TRT Program.',
  ],
  app_connected: [
    'An app can read your record',
    'Someone signed in to your account at the TRT Program allowed an app to read your medical record. You can see and disconnect it under Connected apps in your profile; a new password disconnects it too.',
  ],
  account_disabled: [
    'Your account was disabled',
    'An administrator disabled your account at the TRT Program.',
  ],
  account_closing: ['Your account will be closed', 'You asked us to close your account at the TRT Program.'],
  account_kept: ['Your account stays open', 'You chose to keep your account at the TRT Program.'],
  account_closed: [
    'Your account is closed',
    'Your account at the TRT Program is closed, as you asked. You can no longer sign in. The clinic keeps the record of your care for as long as the law requires, and you can still ask for a copy.',
  ],
  account_enabled: [
    'Your account is active again',
    'An administrator reactivated your account at the TRT Program.',
  ],
} as const satisfies Record<string, readonly [subject: string, sentence: string]>;
export type Notice = keyof typeof NOTICES;

/** @param url where a user can set a new password */
export function noticeMail(notice: Notice, url: string, more: string[] = []): MailContent {
  const [subject, sentence] = NOTICES[notice];
  return compose({
    subject,
    paragraphs: [
      sentence,
      ...more,
      'If this was you, there is nothing to do. If it was not, set a new password now and tell the care team.',
    ],
    action: { label: 'Set a new password', url },
  });
}

/** Tells every administrator of an organization what opens its records to a program. */
export const PROGRAM_NOTICES = {
  key_created: [
    'A program can now read your organization’s records',
    'An administrator created an API key for your organization at the TRT Program. Whoever has it can read records of patients.',
  ],
  export_started: [
    'All records of your organization are being exported',
    'A program asked for a copy of all records of your organization at the TRT Program, with an API key.',
  ],
} as const satisfies Record<string, readonly [subject: string, sentence: string]>;
export type ProgramNotice = keyof typeof PROGRAM_NOTICES;

/** @param url where keys are revoked */
export function programMail(notice: ProgramNotice, url: string): MailContent {
  const [subject, sentence] = PROGRAM_NOTICES[notice];
  return compose({
    subject,
    paragraphs: [
      sentence,
      'If your organization planned this, there is nothing to do. If not, revoke the key now: this also stops an export that is running.',
    ],
    action: { label: 'See API keys', url },
  });
}

/** @param url where keys are made and revoked */
export const keysRevokedMail = (
  maker: string,
  { revoked, signed }: { revoked: string[]; signed: string[] },
  url: string,
): MailContent =>
  compose({
    subject: revoked.length
      ? 'API keys of your organization were revoked'
      : 'Check the API keys of your organization',
    paragraphs: [
      ...(revoked.length
        ? [
            `API keys made by ${maker} were revoked, because the account is no longer an administrator of your organization: ${revoked.join(', ')}.`,
            'Make new ones for the programs that use them.',
          ]
        : [`${maker} is no longer an administrator of your organization.`]),
      ...(signed.length
        ? [
            `These programs, which ${maker} registered, sign with keys of their own and still work: ${signed.join(', ')}. Revoke a key if only ${maker} may have its private part.`,
          ]
        : []),
    ],
    action: { label: 'See API keys', url },
  });

/** What happened to a pharmacy: each of these can change who gets whole prescriptions. */
export type PharmacyNews =
  | { what: 'added'; to: string }
  | { what: 'moved'; from: string; to: string }
  | { what: 'renamed'; from: string }
  | { what: 'phone_changed' | 'address_changed'; from: string; to: string }
  | { what: 'paused' }
  | { what: 'resumed'; to: string }
  | { what: 'confirmed_other'; than: string }
  | { what: 'secret_renewed' };

const inOneLine = (address: string): string => address.replaceAll(/\s+/g, ' ') || 'none';

/** The subject, and the words after the name of who did it. */
function toldOf(name: string, news: PharmacyNews): [subject: string, words: string] {
  switch (news.what) {
    case 'added':
      return [
        'A pharmacy was added',
        `added ${name} to the pharmacies of your organization. It takes prescriptions at ${news.to}.`,
      ];
    case 'moved':
      return [
        'A pharmacy takes prescriptions at another address now',
        `changed where ${name} takes prescriptions of your organization: from ${news.from} to ${news.to}. Orders that it has not confirmed go there as well.`,
      ];
    case 'renamed':
      return ['A pharmacy has another name now', `changed the name of ${news.from} to ${name}.`];
    case 'phone_changed':
      return [
        'A pharmacy has another phone number now',
        `changed the phone number of ${name} from ${news.from || 'none'} to ${news.to || 'none'}.`,
      ];
    case 'address_changed':
      return [
        'A pharmacy has another address now',
        `changed the address of ${name} from ${inOneLine(news.from)} to ${inOneLine(news.to)}.`,
      ];
    case 'paused':
      return ['A pharmacy was paused', `paused ${name}: it takes no prescriptions of your organization.`];
    case 'resumed':
      return [
        'A pharmacy is active again',
        `made ${name} active again. It takes prescriptions at ${news.to}.`,
      ];
    case 'confirmed_other':
      return [
        'A pharmacy could be taken for another one',
        `confirmed that ${name} is another pharmacy than ${news.than}.`,
      ];
    case 'secret_renewed':
      return [
        'The secret of a pharmacy was renewed',
        `renewed the secret that the program of ${name} checks your orders with.`,
      ];
  }
}

/** Tells everyone who works in an organization, before the next prescription goes there. */
export function pharmacyMail(
  { name, by, news }: { name: string; by: string; news: [PharmacyNews, ...PharmacyNews[]] },
  url: string,
): MailContent {
  return compose({
    subject: toldOf(name, news[0])[0],
    paragraphs: [
      ...news.map((each) => `${by} ${toldOf(name, each)[1]}`),
      'If your organization planned this, there is nothing to do. If not, tell your administrator to pause the pharmacy, and call it at a number that you know.',
    ],
    action: { label: 'Open the TRT Program', url },
  });
}

/** What happened to the single sign-on of an organization; paused: because who set it up lost their rights. */
export type SsoNews =
  | {
      /** saved: as it was. */
      what: 'set' | 'changed' | 'saved' | 'resumed';
      by: string;
      /** Whether it is paused from now on when that person is no administrator any more. */
      answersForIt: boolean;
      issuer: string;
      domains: readonly string[];
      required: boolean;
    }
  | { what: 'removed'; by: string }
  | { what: 'paused'; by: string; issuer: string };

const SSO_DONE = {
  set: ['was set up', 'set it up'],
  changed: ['was changed', 'changed it'],
  saved: ['was saved', 'saved it as it was'],
  resumed: ['is active again', 'made it active again after it was paused'],
} as const;

function saidOf(news: SsoNews): [subject: string, sentence: string] {
  if (news.what === 'removed')
    return [
      'Single sign-on of your organization was removed',
      `${news.by} removed it. Passwords work again.`,
    ];
  if (news.what === 'paused')
    return [
      'Single sign-on of your organization is paused',
      `${news.by}, who saved its settings last, is no longer an administrator of your organization. Everyone who had signed in through ${news.issuer} was signed out. No one signs in through it, and passwords work, until another administrator has checked the settings and saved them.`,
    ];
  const set = `Staff with addresses at ${news.domains.join(', ')} sign in through ${news.issuer}, which decides who they are${news.required ? '. Passwords of staff do not work' : ''}.`;
  const [done, did] = SSO_DONE[news.what];
  const maker = news.answersForIt
    ? ` It is trusted as long as ${news.by} is an administrator of your organization.`
    : '';
  return [`Single sign-on of your organization ${done}`, `${news.by} ${did}. ${set}${maker}`];
}

/** Tells every administrator of an organization who says now who its staff are. @param url where it is set */
export function ssoMail(news: SsoNews, url: string): MailContent {
  const [subject, sentence] = saidOf(news);
  return compose({
    subject,
    paragraphs: [
      sentence,
      news.what === 'paused'
        ? 'Check first that the sign-in service is your organization’s own. If it is not, remove the connection.'
        : 'If your organization planned this, there is nothing to do. If not, check the connection now: those who run the sign-in service can open the accounts of your staff.',
    ],
    action: { label: 'See single sign-on', url },
  });
}

const SET_UP_AS = {
  webhook: 'Webhook',
  app: 'App of patients',
  laboratory: 'Laboratory',
  pharmacy: 'Pharmacy',
  account: 'Account',
} as const;

/** @param url of the cockpit, from where all of them are reached */
export const setUpByLeaverMail = (
  maker: string,
  connections: readonly { kind: keyof typeof SET_UP_AS; name: string }[],
  url: string,
): MailContent =>
  compose({
    subject: 'Check what a former administrator set up',
    paragraphs: [
      `${maker} is no longer an administrator of your organization. What ${maker} set up or changed last belongs to your organization and goes on, and so do the accounts that ${maker} invited:`,
      ...connections.map(({ kind, name }) => `${SET_UP_AS[kind]}: ${name}`),
      `Remove or pause what you do not know, and disable accounts of no one who works with you. If ${maker} may still have a secret, make a new one for the webhook or the pharmacy, and register the app again.`,
    ],
    action: { label: 'Open the cockpit', url },
  });

/** Tells the administrators who were there before. @param url where users are managed */
export const newAdministratorMail = (
  { email, by, systemWide }: { email: string; by: string; systemWide: boolean },
  url: string,
): MailContent =>
  compose({
    subject: systemWide
      ? 'There is a new system-wide administrator'
      : 'Your organization has a new administrator',
    paragraphs: [
      `${by} made ${email} an administrator of ${systemWide ? 'every organization' : 'your organization'} at the TRT Program.`,
      'If this was planned, there is nothing to do. If not, disable the account now and tell the other administrators.',
    ],
    action: { label: 'See users', url },
  });

/** Tells the administrators who can read records and prescribe from now on. @param url where users are managed */
export const newProviderMail = ({ email, by }: { email: string; by: string }, url: string): MailContent =>
  compose({
    subject: 'Your organization has a new provider',
    paragraphs: [
      `${by} made ${email} a provider of your organization at the TRT Program.`,
      'If this was planned, there is nothing to do. If not, disable the account now and tell the other administrators.',
    ],
    action: { label: 'See users', url },
  });

const GUARD_OFF = {
  clinical_acts_need_provider: 'Clinical acts and records are no longer limited to providers.',
  break_glass_reason: 'Staff no longer give a reason for opening a record outside their case load.',
  licenses_need_verification: 'Licenses and registrations count without being verified with the board.',
  step_up_for_prescribing: 'Prescribing no longer takes a fresh proof of identity.',
  mfa_required_for_staff: 'Staff may sign in without a second factor.',
  service_states: 'Patients are no longer limited to the states that the organization serves.',
} as const;
export type Guard = keyof typeof GUARD_OFF;

/** Tells who works in an organization that a policy that protects records or orders was switched off. */
export const guardsOffMail = (
  { by, when, off }: { by: string; when: string; off: readonly Guard[] },
  url: string,
): MailContent =>
  compose({
    subject: 'A policy of your organization was switched off',
    paragraphs: [
      `${by} switched off a policy of your organization at the TRT Program on ${when}:`,
      ...off.map((guard) => GUARD_OFF[guard]),
      'If your organization planned this, there is nothing to do. If not, tell your administrators now: they can switch it on again, and the audit log says what was read and done since.',
    ],
    action: { label: 'Open the TRT Program', url },
  });
