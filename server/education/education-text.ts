/** The text a patient acknowledges. Changing it requires a new version, and asks everyone again. */
export const EDUCATION_VERSION = '2026-11.2';

export const SUMMARY_POINTS: readonly string[] = [
  'Testosterone treatment replaces a hormone your body is not making enough of; it is for men with symptoms and two low morning tests.',
  'Your plan is a draft until a licensed clinician approves it.',
  'The goal is a mid-normal level, usually 450–600 ng/dL, with the lowest dose that works.',
  'You will need regular blood tests: the first about 4 to 6 weeks after you start, then every 3 months in this program.',
  'It can thicken your blood, raise blood pressure and affect your prostate test; testing keeps you safe.',
  'It lowers sperm count and can cause infertility.',
  'It is a federally controlled medicine: never share or sell it.',
  'Improvements come over weeks to months, and some men do not benefit.',
  'Bring up side effects early through the portal; call 911 for emergencies.',
  'You can stop at any time; talk to us first.',
];

export const CONTRAINDICATIONS: readonly string[] = [
  'Prostate or breast cancer, now or suspected',
  'A prostate lump, or PSA above 4 (above 3 if a close relative had prostate cancer or your clinician calls your risk higher) until a urologist has checked',
  'Hematocrit above 50%',
  'Wanting to father a child soon',
  'Heart attack or stroke in the last 6 months',
  'Heart failure that is not controlled',
  'Severe sleep apnea that is not treated',
  'A clotting disorder or unexplained blood clots',
  'Severe urinary blockage symptoms',
  'Blood pressure that is not controlled',
  'Serious liver or kidney disease',
  'Allergy to an ingredient (cottonseed oil in cypionate, sesame oil in enanthate, castor oil in undecanoate)',
  'Under 18, or not male.',
];

export const EDUCATION_POINTS: readonly string[] = [
  'Inject or apply exactly as labeled; do not double up after a missed dose.',
  'Rotate injection sites; use a new needle every time and a sharps container.',
  'Gel: wash hands, let it dry, cover with clothing, wash before skin contact; keep away from children and pregnant partners.',
  'Gel: wait before showering or swimming as your product label says.',
  'Have your blood drawn at the time shown under Next labs, and never from the arm where you put gel; wrong timing gives misleading numbers.',
  'Stay well hydrated before blood tests; do not smoke.',
  'Tell every clinician and pharmacist you use testosterone, especially with warfarin, insulin or steroids.',
  'Report swelling, snoring or pauses in sleep, mood change, breast pain or trouble urinating; an erection over 4 hours is an emergency.',
  'Check blood pressure at home if you can.',
  'Weight loss, sleep, exercise and less alcohol also raise testosterone.',
  'Refills are limited by law (5 refills, 6 months).',
  'Store locked, at room temperature, away from children; do not carry in luggage without the label.',
  'Side effects of too much: acne, oily skin, irritability, ankle swelling, headaches.',
  'If your plans about children change, message us before your next dose.',
  'The FDA has not established that testosterone is safe for men whose levels are low only because of age.',
];
