/** Generic and US brand names of the medicines the rules look for. Source: FDA labels; the list is not complete. */
const NAMES = {
  anticoagulant: 'warf[ae]rin|c(?:ou|u|o)m[ae]din|jantoven|acenocoumarol|phenprocoumon',
  doac: 'ap[ie]x[aie]b[ae]n|el[aei](?:qu|k)[aeiu]s|rivaroxaban|[xz][ae]r[ae]lto|dabigatran|pradaxa|edoxaban|savaysa',
  insulin:
    'insulin|lantus|basaglar|toujeo|levemir|tresiba|humalog|novolog|apidra|humulin|novolin|glargine|glipizide|glucotrol|glyburide|glimepiride|amaryl',
  corticosteroid: 'prednis|deltasone|dexameth|decadron|hydrocortisone|cortef|methylpred|medrol|acth',
  opioid:
    'oxycod|oxycontin|percocet|roxicodone|endocet|hydrocod|norco|vicodin|lortab|morphin|ms contin|kadian|methadon|fentanyl|duragesic|bupren|suboxone|subutex|zubsolv|belbuca|butrans|sublocade|tramadol|ultram|ultracet|tapentadol|nucynta|hydromorph|dilaudid|oxymorph|opana|codeine|tylenol ?#? ?[34]',
  five_ari: 'finasteride|dutasteride|proscar|propecia|avodart|jalyn',
  sex_hormone:
    'clomiphene|clomid|enclomiphene|androxal|\\bhcg\\b|chorionic gonadotropin|pregnyl|novarel|ovidrel|gonadorelin|anastrozole|arimidex|letrozole|femara|exemestane|aromasin|tamoxifen|nolvadex|raloxifene|evista|\\bdhea\\b|prasterone|pregnenolone|androstenedione|estradiol|estrogen|spironolactone|aldactone|ketoconazole|nizoral|cyproterone|bicalutamide|casodex|flutamide|enzalutamide|xtandi|abiraterone|zytiga|leuprolide|lupron|goserelin|zoladex|degarelix|firmagon|relugolix|orgovyx|megestrol|megace',
  testosterone:
    'testosterone|androgel|testim|vogelxo|fortesta|axiron|androderm|xyosted|natesto|jatenzo|kyzatrex|tlando|aveed|testopel|depo-?test|azmiro|methitest|methyl-?test\\w*|testred|virilon|\\bandroid\\b(?= ?(?:,|;|\\d))|sustanon|omnadren|testoviron|nebido|reandron|primoteston|delatestryl|testogel|testavan|tostran|andriol|undestor|restandol|cypionate|enanthate|undecanoate|\\btest ?[ecpu]\\b|\\bt ?cyp\\b|\\btest (cyp|enan|prop|\\d{2,3} ?mg)',
} as const;

export type MedicineClass = keyof typeof NAMES;

export const MEDICINES = Object.fromEntries(
  Object.entries(NAMES).map(([name, words]) => [name, new RegExp(words)]),
) as { readonly [Name in MedicineClass]: RegExp };
