import { describe, expect, it } from '@jest/globals';
import { prostateCancerWords } from './prostate-words.js';

const says = (text: string): boolean => prostateCancerWords('prostate_details', text).length > 0;

describe('prostate cancer in the answer about the prostate', () => {
  it.each([
    'Gleason 6, watching',
    'Cancer, treated 2019',
    'canser 2018',
    'removed in 2020',
    'Had it removed in 2020',
    'CA 2021, radiation seeds',
    'ca of the prostate',
    'tumor',
    'Carcinoma, on active surveillance',
    'on Lupron since March',
    'seeds implanted 2017',
    'robotic prostatectomy',
    'biopsy came back positive',
    'PI-RADS 5 on the MRI',
    'no cancer since 2019',
    'cancer-free since the surgery, no evidence of cancer now',
    'my dad had prostate cancer and I had mine removed',
    'Father had it. I was treated for cancer in 2020.',
    'Cáncer, me la quitaron en 2020',
    'tumor maligno',
  ])('is heard: %s', (text) => expect(says(text)).toBe(true));

  it.each([
    'enlarged, BPH, on Flomax',
    'no cancer, biopsy negative 2020',
    'No prostate cancer',
    'elevated PSA, biopsy benign',
    'prostatitis 2019',
    'father had prostate cancer',
    'My brother died of prostate cancer, so I get checked',
    'family history of prostate cancer',
    'biopsy ruled out cancer',
    'negative for cancer',
    'benign tumor, 2015',
    'worried about cancer',
    'screened for cancer yearly',
    'kidney stone removed 2018',
    'I take pumpkin seed oil',
    'treated in Sacramento, CA 95814',
    'TURP 2019',
  ])('is not: %s', (text) => expect(prostateCancerWords('prostate_details', text)).toEqual([]));
});

describe('prostate cancer in the type of cancer', () => {
  const names = (text: string): boolean => prostateCancerWords('cancer_type', text).length > 0;

  it.each(['Prostrate', 'prostat', 'Protate', 'postrate', 'próstata', 'Gleason 7', 'PCa', 'prostate, 2019'])(
    'is heard: %s',
    (text) => expect(names(text)).toBe(true),
  );

  it.each([
    'melanoma 2015',
    'testicular, removed 2010',
    'Breast',
    'thyroid',
    'skin. Father had prostate cancer',
  ])('is not: %s', (text) => expect(names(text)).toBe(false));
});
