/** The part after the last @, in lower case. */
export const domainOf = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();

/** Providers where anyone can get an address: they belong to no organization. */
const PUBLIC_MAIL = [
  'aol.com',
  'fastmail.com',
  'gmail.com',
  'gmx.com',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'yahoo.com',
  'zoho.com',
];
export const isPublicMail = (domain: string): boolean => PUBLIC_MAIL.includes(domain);
