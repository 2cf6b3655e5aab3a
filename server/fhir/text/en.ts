import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  apiKeyOrTokenOfToken: (apiScopes: string) =>
    `An API key or a token of the token endpoint as "Authorization: Bearer", with one of the scopes ${apiScopes}; or the session of a patient or of staff.`,
  askForAtMostOfThem: (mostIncludes: number) => `Ask for at most ${mostIncludes} of them at once.`,
  cannotSearched: (type: string, name: string) => `${type} cannot be searched by ${name}.`,
  followPreviousPagesNextLinkUnchanged: 'Follow the previous page’s next link unchanged.',
  mgBloodDraw: (
    name: string,
    dose: number,
    frequency: string,
    route: string,
    range: string,
    blood_draw_timing: string,
  ) => `${name}, ${dose} mg, ${frequency}, ${route}${range}. Blood draw: ${blood_draw_timing}.`,
  notReferenceCanIncludedHere: (text: string) => `${text} is not a reference that can be included here.`,
  resourcesSentAsApplicationFhirJson: 'Resources are sent as application/fhir+json only.',
  valueCannotTake: (name: string) => `${name} has a value that it cannot take.`,
  valueOrModifierCannotTake: (name: string) => `${name} has a value or a modifier that it cannot take.`,
});
