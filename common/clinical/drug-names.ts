import { editDistance } from '../text/spelling.js';
import { MEDICINES } from './medicines.js';
import { FORMULATION_IDS, FORMULATIONS, type FormulationId } from './formulations.js';

/** Opioids, sedatives and stimulants: never dispensed here. */
const CONTROLLED = new RegExp(
  String.raw`${MEDICINES.opioid.source}|alprazolam|xanax|diazepam|valium|lorazepam|ativan|clonazepam|klonopin|zolpidem|ambien|eszopiclone|lunesta|temazepam|phenobarb|carisoprodol|\bsoma\b|amphetamin|adderall|vyvanse|lisdexam|methylphenid|ritalin|concerta|phentermin|adipex|ketamin|pregabalin|lyrica|modafinil`,
);

/** How each product is named on an order: generic name with its form, or brand. Null if nothing is dispensed by name. */
const NAMED: { readonly [Id in FormulationId]: RegExp | null } = {
  testosterone_cypionate_im: /\bcyp(ionate)?\b|depo[- ]?testosterone|azmiro/,
  testosterone_enanthate_sc_auto: /xyosted|enanthate.*auto-?injector/,
  testosterone_gel_1_62: /^(?:(?!gel).)*gel.*1\.62/,
  testosterone_gel_1: /^(?:(?!gel).)*gel.*(?<![\d.])1(\.0)? ?%|testim|vogelxo/,
  testosterone_enanthate_im: /^(?!.*(xyosted|auto-?injector)).*(enanthate|delatestryl)/,
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

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** What may stand beside the name of any product: form, strength, package, maker. */
const ANY_PRODUCT = words(
  `testosterone usp ciii iii schedule controlled substance rx only in mg mcg ml cc g gm gram grams w with and or of the for a per unit units
  single multi multiple dose doses use package pack packs carton box count ct each strength sterile generic brand name substitution daw compounded
  preservative free refrigerate ndc lot perrigo padagis hikma pfizer cipla sun pharma pharmaceuticals pharmaceutical actavis teva sandoz par amneal lupin
  upsher smith azurity xiromed eugia slayback antares abbvie endo marius tolmar clarus halozyme viatris mylan allergan zydus aurobindo inc llc corp`,
);
const SHOT = `injection injections injectable inj solution suspension im intramuscular intramuscularly sc sq subq subcutaneous subcutaneously vial vials
  mdv sdv multidose ampule ampules ampul syringe syringes prefilled oil oils cottonseed sesame castor grapeseed sunflower seed mct ethyl oleate
  benzyl benzoate alcohol chlorobutanol`;
const ON_SKIN =
  'topical transdermal gel pump pumps packet packets tube tubes bottle metered actuation actuations foil';
const BY_MOUTH = 'undecanoate oral orally capsule capsules cap caps softgel softgels bottle';
/** What may stand beside one product only: its ester, its brands, its forms. */
const OF_PRODUCT: { readonly [Id in FormulationId]: ReadonlySet<string> } = {
  testosterone_cypionate_im: words(`cypionate cyp depo depotestosterone azmiro ${SHOT}`),
  testosterone_enanthate_im: words(`enanthate delatestryl ${SHOT}`),
  testosterone_enanthate_sc_auto: words(`enanthate xyosted auto injector autoinjector autoinjectors ${SHOT}`),
  testosterone_undecanoate_im: words(`undecanoate aveed ${SHOT}`),
  testosterone_gel_1_62: words(`androgel ${ON_SKIN}`),
  testosterone_gel_1: words(`androgel testim vogelxo ${ON_SKIN}`),
  testosterone_patch: words('androderm patch patches system systems topical transdermal'),
  testosterone_undecanoate_oral_jatenzo: words(`jatenzo ${BY_MOUTH}`),
  testosterone_undecanoate_oral_kyzatrex: words(`kyzatrex ${BY_MOUTH}`),
  testosterone_undecanoate_oral_tlando: words(`tlando ${BY_MOUTH}`),
  testosterone_nasal: words('natesto nasal gel pump pumps metered actuation actuations nostril'),
  testosterone_pellet: words('testopel pellet pellets implant implants subcutaneous implantable'),
  non_testosterone_option: words(''),
};
const EVERY_PRODUCT: ReadonlySet<string> = new Set(Object.values(OF_PRODUCT).flatMap((own) => [...own]));

/** Hormones that are combined with testosterone outside pharmacies, or prescribed beside it. */
const OTHER_HORMONE =
  /trenbol|nandrol|deca\b|oxandrol|anavar|stanozol|winstrol|drostanol|masteron|boldenon|equipoise|methandr|dianabol|oxymethol|anadrol|chorionic|\bhcg\b|anastroz|arimidex|exemest|letroz|clomi|enclomi|tamoxif|somatrop|\bhgh\b|sermorel|cabergol/;
/** Testosterone or an anabolic steroid by any of its names. */
const ANDROGEN =
  /testost|\btest(ex|o)?\b|\bt[ -]?\d|\bt (cyp|enan|inj|shot|gel|cream)|\bcyp\b|cypion|enanth|undecan|propionat|decanoat|androgen|androderm|androgel|testim|vogelxo|fortesta|natesto|jatenzo|kyzatrex|tlando|aveed|testopel|xyosted|azmiro|sustanon|omnadren|nebido|reandron|testoviron|primoteston|delatestryl|\bdhea\b|\btren\b|trenbol|nandrol|deca\b|oxandrol|anavar|stanozol|winstrol|drostanol|masteron|boldenon|equipoise|methandr|methyltest|dianabol|oxymethol|anadrol|ostarine|ligandrol|\bsarms?\b/;

/** What is prescribed without testosterone; anything else is asked about. */
const WITHOUT_TESTOSTERONE = words(
  'clomiphene clomifene clomid enclomiphene anastrozole arimidex letrozole femara tamoxifen hcg chorionic gonadotropin pregnyl novarel ovidrel gonadorelin cabergoline sildenafil viagra tadalafil cialis vardenafil levitra avanafil stendra',
);
const BESIDE_THEM = words(
  'human citrate hydrochloride acetate tablet tablets capsule capsules oral sublingual troche troches odt injection vial vials subcutaneous intramuscular powder for solution mg iu unit units ml g per and in',
);
const isWithoutTestosterone = (text: string): boolean =>
  lettersIn(text).every((word) => WITHOUT_TESTOSTERONE.has(word) || BESIDE_THEM.has(word));

const lettersIn = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];
/** Look-alike letters, marks and invisible signs become what they stand for, or stay and are no known word. */
const plain = (drug: string): string =>
  drug
    .replace(/[®™©]/g, ' ')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();

/** "c-iii", "24 h" and "10 x 1 mL": single letters are known only where they stand for this. */
const ABBREVIATED = /\bc[- ]?(iii|3)\b|(?<=\d) ?(h|hr|hrs|hours?)\b|\b\d+ ?x(?= ?\d)|\bx ?(?=\d)/g;
/** What no name of a drug is written with. */
const STRANGE = /[^\p{L}\p{N}\p{P}\s+<>=°|^`~]/u;

/** One slip in a long word of the list; two in the longest: drugs are farther apart. */
const nearly = (word: string, known: ReadonlySet<string>): boolean =>
  word.length >= 8 &&
  [...known].some((one) => {
    const slips = one.length >= 12 ? 2 : 1;
    return one.length >= 8 && one[0] === word[0] && editDistance(word, one, slips) <= slips;
  });

const LOOK_ALIKE: ReadonlyMap<string, string> = new Map(
  [...'0o1i3e4a5s7t@a$sаaеeоoрpсcуyхxіiкkмmтtвbнhαaεeοoρpτtκkνv'].flatMap((sign, i, all) =>
    i % 2 ? [] : [[sign, all[i + 1]!] as const],
  ),
);
/** "0xycodone" and "o-x-y-c-o-d-o-n-e" as they are meant to be read. */
const asRead = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][ ._*/-]{1,3}){2,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu, (letters) =>
      letters.replace(/[ ._*/-]/g, ''),
    )
    .replace(/[^a-z]/g, (sign) => LOOK_ALIKE.get(sign) ?? sign);

/** A drug known by name that no order of this product is for. */
function namesOtherDrug(id: FormulationId | null, text: string): boolean {
  const others = id !== null && NAMED[id] === null ? [CONTROLLED, ANDROGEN] : [CONTROLLED, OTHER_HORMONE];
  return others.some((drugs) => drugs.test(text) || (drugs !== ANDROGEN && drugs.test(asRead(text))));
}

/** Whether anything is left that the formulary does not know beside this product; a text without a product is only asked about. */
function namesUnknown(id: FormulationId | null, text: string): boolean {
  const written = lettersIn(text.replace(ABBREVIATED, ' '));
  const named = id && NAMED[id];
  const has = (known: ReadonlySet<string>) => (word: string) =>
    known.has(word) || ANY_PRODUCT.has(word) || nearly(word, known) || nearly(word, ANY_PRODUCT);
  const unknown = STRANGE.test(text) || !written.every(has(EVERY_PRODUCT));
  if (JOINED.test(text) && unknown) return true;
  if (id && !named)
    return written.some((word) => WITHOUT_TESTOSTERONE.has(word)) && !isWithoutTestosterone(text);
  // Alone, the name of another product is asked about; beside this one it is a second drug.
  if (id && named?.test(text) && !written.every(has(OF_PRODUCT[id]))) return true;
  return unknown && ANDROGEN.test(text);
}

const JOINED = /[+&]|\b(and|plus|with)\b/;
/** "take 4 vials a week" belongs to dose and frequency. */
const DIRECTIONS =
  /\b(take|inject|use|apply|give|draw)\b|\b(a|per|each|every) (day|week|month)\b|\bweekly\b|\btwice\b/;
const STRENGTH =
  /(?<!\d)(\d+(?:\.\d+)?)\s*(mg|mcg|ug|µg|μg|g|gm)\s*(?:\/|per)\s*(\d+(?:\.\d+)?)?\s*(?:ml|cc)\b/g;
/** Of what is drawn up: grams in 100 mL; gels give theirs in percent of weight. */
const ON_THE_SKIN = /gel|cream|topical|transdermal|lotion|patch/;
const PERCENT = /(?<![\d.])(\d+(?:\.\d+)?)\s*%/g;
const MG: Readonly<Record<string, number>> = { mg: 1, g: 1000, gm: 1000 };
const MCG = 0.001;
/** The strengths that a name gives, in mg/mL: "200 mg/mL", "2,000 mg/10 mL", "200 mcg/mL", "20%". */
const strengthsIn = (text: string): number[] => {
  const written = text.replace(/(?<=\d),(?=\d{3})/g, '');
  return [
    ...[...written.matchAll(STRENGTH)].map(
      ([, amount, unit, ml]) => (Number(amount) * (MG[unit!] ?? MCG)) / Number(ml ?? 1),
    ),
    ...(ON_THE_SKIN.test(written)
      ? []
      : [...written.matchAll(PERCENT)].map(([, grams]) => Number(grams) * 10)),
  ].filter((strength) => strength > 0 && Number.isFinite(strength));
};
/** An amount that is no strength in mg/mL: "200 mg", "20%", "200 mcg/mL". */
const OTHER_AMOUNT = /\d\s*(?:%|(?:mg|mcg|ug|µg|μg|g|gm|iu|units?)\b)/;
const IN_MG_PER_ML = /\d+(?:\.\d+)?\s*mg\s*(?:\/|per)\s*(?:\d+(?:\.\d+)?)?\s*(?:ml|cc)\b/g;
/** Volumes, pieces and codes of a package: "10 mL vial", "10 x 1 mL", "4 vials", "NDC 0009-0417-01". */
const PACKAGE =
  /(?<![\d.,])(?:\d+ ?x ?)?\d+(?:\.\d+)?[ -]?(?:ml|cc)\b|\b\d{4,5}-\d{3,4}-\d{1,2}\b|(?<![\d.,])\d+[ -]?(?:vials?|ampu?l?e?s?|syringes?|ct|count|packs?)\b/g;
/** Numbers of what is drawn up that are neither a strength, an amount nor a package: "(20) mg/mL", "20: mg/mL", "cypionate 20". */
const hasOtherNumber = (text: string): boolean =>
  /\d/.test(
    text
      .replace(/(?<=\d),(?=\d{3})/g, '')
      .replace(STRENGTH, ' ')
      .replace(PERCENT, ' ')
      .replace(new RegExp(String.raw`(?<![\d.])(?:\d+(?:\.\d+)?)${OTHER_AMOUNT.source.slice(2)}`, 'g'), ' ')
      .replace(PACKAGE, ' ')
      .replace(ABBREVIATED, ' '),
  );
const namesOtherAmount = (text: string): boolean => OTHER_AMOUNT.test(text.replace(IN_MG_PER_ML, ' '));

/** mg in one mL of what is drawn up: as the name says, else as the product is made. null: nothing is drawn up, or two strengths are named. */
export function mgPerMl(id: FormulationId, drug?: string | null): number | null {
  const { supply } = FORMULATIONS[id];
  if (supply.kind !== 'vial') return null;
  const named = new Set(strengthsIn(plain(drug ?? '')));
  if (named.size > 1) return null;
  return [...named][0] ?? supply.mg_per_ml;
}

/** A compounded product may be somewhat stronger or much weaker; a slipped digit is far beyond either. */
const STRONGEST = 1.5;
const WEAKEST = 0.25;

const isMade = (mg: number, made: number): boolean => mg <= made * STRONGEST && mg >= made * WEAKEST;

/** The same for what a quantity holds: the strength of the order where a pharmacy can make it, else that of the product. */
export function dispensedMgPerMl(id: FormulationId, drug?: string | null): number | null {
  const { supply } = FORMULATIONS[id];
  if (supply.kind !== 'vial') return null;
  const named = mgPerMl(id, drug);
  return named !== null && isMade(named, supply.mg_per_ml) ? named : supply.mg_per_ml;
}

/**
 * Whether the name says anything beside the product: a word that the formulary does not know for it, testosterone where the
 * plan has none, directions, or a strength (mg/mL) that no pharmacy makes. Source: product default.
 */
export function namesMore(id: FormulationId | null, drug: string): boolean {
  const text = plain(drug);
  const supply = id && FORMULATIONS[id].supply;
  const made = supply?.kind === 'vial' ? supply.mg_per_ml : Infinity;
  const strengths = strengthsIn(text);
  const named = id !== null && Boolean(NAMED[id]?.test(text));
  return (
    namesUnknown(id, text) ||
    namesOtherDrug(id, text) ||
    DIRECTIONS.test(text) ||
    (named && made < Infinity && hasOtherNumber(text)) ||
    new Set(strengths).size > 1 ||
    strengths.some((mg) => mg > made * STRONGEST || (made < Infinity && mg < made * WEAKEST))
  );
}

/** Whether the name is only the product: no second drug, no other strength, no instruction. Source: product default. */
export function isPlainName(id: FormulationId, drug: string): boolean {
  if (!namesProduct(id, drug)) return false;
  if (NAMED[id] === null) return isWithoutTestosterone(drug.toLowerCase());
  const { supply } = FORMULATIONS[id];
  if (supply.kind === 'vial') {
    const text = plain(drug);
    if (
      namesOtherAmount(text) ||
      hasOtherNumber(text) ||
      strengthsIn(text).some((mg) => mg !== supply.mg_per_ml)
    )
      return false;
  }
  const known = new Set(JSON.stringify(FORMULATIONS[id]).match(/\d+(?:\.\d+)?/g));
  const parts = drug.toLowerCase().match(/[\p{L}]+|\d+(?:\.\d+)?/gu) ?? [];
  return parts.every((part) =>
    /^\d/.test(part)
      ? known.has(String(Number(part)))
      : part === 'h' || ANY_PRODUCT.has(part) || OF_PRODUCT[id].has(part),
  );
}
