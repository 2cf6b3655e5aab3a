import { FORMULATION_IDS, FORMULATIONS, type FormulationId } from './formulations.js';

/** How each product is named on an order: generic name with its form, or brand. Null if nothing is dispensed by name. */
const NAMED: { readonly [Id in FormulationId]: RegExp | null } = {
  testosterone_cypionate_im: /\bcyp(ionate)?\b|depo-?testosterone/,
  testosterone_enanthate_sc_auto: /xyosted|enanthate.*auto-?injector/,
  testosterone_gel_1_62: /gel.*1\.62/,
  testosterone_gel_1: /gel.*(?<![\d.])1(\.0)? ?%|testim|vogelxo/,
  testosterone_enanthate_im: /^(?!.*(xyosted|auto-?injector)).*enanthate/,
  testosterone_patch: /patch|androderm/,
  testosterone_undecanoate_oral_jatenzo: /jatenzo/,
  testosterone_undecanoate_oral_kyzatrex: /kyzatrex/,
  testosterone_undecanoate_oral_tlando: /tlando/,
  testosterone_nasal: /natesto|nasal/,
  testosterone_undecanoate_im: /aveed|undecanoate inj/,
  testosterone_pellet: /testopel|pellet/,
  non_testosterone_option: null,
};

/** Whether the drug as written on an order is this product and no other in the catalog. Source: product default. */
export function namesProduct(id: FormulationId, drug: string): boolean {
  const text = drug.toLowerCase();
  const named = FORMULATION_IDS.filter((one) => NAMED[one]?.test(text));
  return NAMED[id] === null
    ? named.length === 0 && !ANDROGEN.test(text)
    : named.length === 1 && named[0] === id;
}

const FORMS = new Set(
  'testosterone cypionate cyp enanthate undecanoate depo xyosted androgel testim vogelxo fortesta androderm jatenzo kyzatrex tlando natesto aveed testopel azmiro injection injectable inj solution suspension im intramuscular subcutaneous sc autoinjector auto injector gel pump pumps packet packets topical transdermal patch patches system oral capsule capsules nasal pellet pellets implant usp ciii vial vials single dose multi oil in mg ml g per actuation day hour hours h with and cottonseed sesame castor seed benzyl benzoate alcohol'.split(
    ' ',
  ),
);

/** What is combined with testosterone outside pharmacies, or prescribed beside it. */
const OTHER_HORMONE =
  /trenbol|nandrol|deca\b|oxandrol|anavar|stanozol|winstrol|drostanol|masteron|boldenon|equipoise|methandr|dianabol|oxymethol|anadrol|chorionic|\bhcg\b|anastroz|arimidex|exemest|letroz|clomi|enclomi|tamoxif|somatrop|\bhgh\b|sermorel|cabergol/;
/** Testosterone or an anabolic steroid by any of its names. */
const ANDROGEN =
  /testost|\btest(ex|o)?\b|\bt[ -]?\d|\bt (cyp|enan|inj|shot|gel|cream)|\bcyp\b|cypion|enanth|undecan|propionat|decanoat|androgen|androderm|androgel|testim|vogelxo|fortesta|natesto|jatenzo|kyzatrex|tlando|aveed|testopel|xyosted|azmiro|sustanon|omnadren|nebido|reandron|testoviron|primoteston|delatestryl|\bdhea\b|\btren\b|trenbol|nandrol|deca\b|oxandrol|anavar|stanozol|winstrol|drostanol|masteron|boldenon|equipoise|methandr|methyltest|dianabol|oxymethol|anadrol|ostarine|ligandrol|\bsarms?\b/;

/** What is prescribed without testosterone, with the words around it; anything else is asked about. */
const WITHOUT_TESTOSTERONE = new Set(
  'clomiphene clomifene clomid enclomiphene anastrozole arimidex letrozole femara tamoxifen hcg chorionic gonadotropin human pregnyl novarel ovidrel gonadorelin cabergoline sildenafil viagra tadalafil cialis vardenafil levitra avanafil stendra citrate hydrochloride acetate tablet tablets capsule capsules oral sublingual troche troches odt injection vial vials subcutaneous intramuscular powder for solution mg iu unit units ml g per and in'.split(
    ' ',
  ),
);
const isWithoutTestosterone = (text: string): boolean =>
  (text.match(/\p{L}+/gu) ?? []).every((word) => WITHOUT_TESTOSTERONE.has(word));

/** "take 4 vials a week" belongs to dose and frequency. */
const DIRECTIONS =
  /\b(take|inject|use|apply|give|draw)\b|\b(a|per|each|every) (day|week|month)\b|\bweekly\b|\btwice\b/;
const JOINED = /[+&]|\b(and|plus|with)\b/;
const STRENGTH = /(?<!\d)(\d+(?:\.\d+)?)\s*mg\s*\/\s*ml/g;
/** A compounded product may be somewhat stronger; a slipped digit is far beyond that. */
const STRONGEST = 1.5;

/**
 * Whether the name combines the product with something else, names testosterone where the plan has none, carries directions,
 * or gives a strength (mg/mL) that no pharmacy makes. Source: product default.
 */
export function namesMore(id: FormulationId, drug: string): boolean {
  const text = drug.toLowerCase();
  const other = (text.match(/\p{L}+/gu) ?? []).some((word) => !FORMS.has(word) && word !== 'plus');
  const { supply } = FORMULATIONS[id];
  const made = supply.kind === 'vial' ? supply.mg_per_ml : Infinity;
  const strengths = [...text.matchAll(STRENGTH)].map(([, mg]) => Number(mg));
  return (
    (JOINED.test(text) && other) ||
    (NAMED[id] === null ? ANDROGEN.test(text) : OTHER_HORMONE.test(text)) ||
    DIRECTIONS.test(text) ||
    new Set(strengths).size > 1 ||
    strengths.some((mg) => mg > made * STRONGEST)
  );
}

/** Whether the name is only the product: no second drug, no other strength, no instruction. Source: product default. */
export function isPlainName(id: FormulationId, drug: string): boolean {
  if (!namesProduct(id, drug)) return false;
  if (NAMED[id] === null) return isWithoutTestosterone(drug.toLowerCase());
  const known = new Set(JSON.stringify(FORMULATIONS[id]).match(/\d+(?:\.\d+)?/g));
  const parts = drug.toLowerCase().match(/[\p{L}]+|\d+(?:\.\d+)?/gu) ?? [];
  return parts.every((part) => (/^\d/.test(part) ? known.has(String(Number(part))) : FORMS.has(part)));
}
