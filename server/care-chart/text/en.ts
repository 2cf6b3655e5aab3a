import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  assumesEveryDoseTakenAsPlanned:
    'It assumes that every dose was taken as planned. Immunoassays and mass spectrometry differ by 10 to 15%.',
  bandsAndChanceOfBeing:
    'The bands and the chance of being in target are those of the true level. A single lab result also scatters by about 20% around it, which “next lab result” includes.',
  chooseFrequencyOfProduct: 'Choose a frequency of the product.',
  chooseTestosteroneProductFromCatalog: 'Choose a testosterone product from the catalog.',
  cypionateHalfLife:
    'Published half-lives of testosterone cypionate differ, from about 4 to 8 days. The curve takes 8 days until two draws at different times after a dose show the patient’s own. Until then the bands do not include this difference: peak and trough may lie further apart.',
  doesNotPredictNaturalProductionAfter:
    'It does not predict natural production after stopping, and does not decide about hematocrit or estradiol.',
  doseFarAboveMaximumOfProduct: 'This dose is far above the maximum of the product.',
  enterDoseInMgAsNumber: 'Enter the dose in mg as a number above 0.',
  everyLevelOneAtSteadyState: 'Every level is one at steady state, not today’s.',
  freeTestosteroneAssumesAlbuminOf4: 'Free testosterone assumes an albumin of 4.3 g/dL.',
  freeTestosteroneUsesShbgOfDays: (shbg_age_days: number | undefined) =>
    `Free testosterone uses an SHBG of ${shbg_age_days} days ago.`,
  modelNotMeasurementNotValidatedClinically:
    'This is a model, not a measurement. It has not been validated clinically.',
  noPlanWithTestosteroneProduct: 'There is no plan with a testosterone product to draw a curve for.',
  notFitted:
    'Not fitted: no draw with the hours since the dose is usable. This is the average patient’s curve.',
  ofGels:
    'Of gels, patches, capsules, nasal gel and pellets only the average is drawn: the shape between two doses is not validated, and a draw just before a dose is lower. No peak is claimed; published peaks of capsules are about two and a half times the average.',
  proposedProductDifferentOne:
    'The proposed product is a different one, so its curve is the average patient’s.',
  weightUnknown: (usualKg: number) => `The weight is unknown; ${usualKg} kg is assumed.`,
});
