import { spoken } from '#server/platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  staffOutsideDomains: (count: number) =>
    `${count} of your staff ${count === 1 ? 'has an address' : 'have addresses'} outside these domains and could not sign in any more.`,
  anotherOrganizationSignsInWithOne: 'Another organization signs in with one of these domains.',
  belongsToNoOrganization: (open: string) => `${open} belongs to no organization.`,
  enterAddressOfProvider: 'Enter the address of the provider, starting with https://.',
  enterAddressWithOwnTenantId:
    'Enter the address with your own tenant ID. This one signs in people of every organization.',
  enterBetween1And20Email: 'Enter between 1 and 20 email domains, for example clinic.example.',
  enterClientIdProviderGave: 'Enter the client ID that the provider gave you.',
  enterClientSecretProviderGave: 'Enter the client secret that the provider gave you.',
  noOpenidConnectProviderAnswers: 'No OpenID Connect provider answers at this address.',
  onlySystemWideAdministratorMayAdd: (foreign: string) =>
    `Only a system-wide administrator may add ${foreign}: it is not the domain of your own verified address.`,
  saveWithOffAndTrySign: 'Save with this off and try the sign-in first. Then you can require it.',
  throughIt:
    'You signed in through single sign-on, which cannot change itself. Sign in with your password, or ask an administrator who does.',
  wherePasswordsAreOff:
    'You signed in through single sign-on, which cannot change itself. Here you can only enter a new client secret and stop requiring it. Stop requiring it, sign in with your password and change the rest, or ask a system-wide administrator.',
});
