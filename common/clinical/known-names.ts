/** Names that rules read, or that say nothing about testosterone, where medicines and allergies are asked for. */
import { MEDICINES } from './medicines.js';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Common medicines and brands that no rule reads, and how they are taken. */
const MEDICINE_NAMES = words(`
acetaminophen tylenol ibuprofen advil motrin naproxen aleve aspirin asa ecotrin excedrin celecoxib celebrex meloxicam mobic diclofenac voltaren
atorvastatin lipitor rosuvastatin crestor simvastatin zocor pravastatin lovastatin ezetimibe zetia statin
lisinopril losartan cozaar valsartan diovan olmesartan benicar telmisartan irbesartan amlodipine norvasc nifedipine hydrochlorothiazide hctz chlorthalidone
enalapril benazepril ramipril
omeprazole prilosec pantoprazole protonix esomeprazole nexium lansoprazole prevacid famotidine pepcid tums gaviscon antacid
cetirizine zyrtec loratadine claritin fexofenadine allegra levocetirizine xyzal montelukast singulair fluticasone flonase nasacort azelastine benadryl
diphenhydramine allergy albuterol ventolin symbicort advair
levothyroxine synthroid metformin glucophage
sertraline zoloft escitalopram lexapro citalopram celexa fluoxetine prozac bupropion wellbutrin venlafaxine effexor duloxetine cymbalta trazodone buspirone
buspar mirtazapine
metronidazole amoxicillin azithromycin doxycycline cephalexin minoxidil rogaine finasteride propecia
sildenafil viagra tadalafil cialis melatonin miralax metamucil psyllium docusate colace senna loperamide imodium
multivitamin multivitamins vitamin vitamins fish-oil oil omega-3 coq10 probiotic probiotics glucosamine collagen protein caffeine
mg mcg g ml iu tab tabs tablet tablets cap caps capsule capsules pill pills dose doses spray inhaler drops otc prn qd bid tid qhs po daily nightly bedtime
weekly monthly x
`);
/** The amount may stand against its unit: 10mg. */
const AMOUNT = /^\d+(?:[.,/]\d+)*(?:mg|mcg|g|ml|iu|x|%)?$/;

/** Allergies that no product here can set off; peanut oil is in some testosterone from elsewhere. */
const ALLERGY_NAMES = words(`
penicillin penicillins amoxicillin augmentin ampicillin sulfa sulfas sulfonamides bactrim cephalosporins keflex cefaclor ceclor erythromycin azithromycin zithromax
doxycycline tetracycline clindamycin ciprofloxacin cipro levaquin vancomycin codeine morphine hydrocodone oxycodone tramadol aspirin ibuprofen nsaids
naproxen lisinopril contrast iodine latex nickel adhesive bandage bandages tape
pollen pollens ragweed grass grasses hay fever seasonal dust mite mites mold molds cat cats dander pet pets tree trees cedar oak birch weeds
bee bees wasp wasps hornet hornets sting stings venom insect insects mosquito mosquitoes fire ants
nut nuts almond almonds cashew cashews walnut walnuts pecans pistachios shellfish shrimp crab lobster shell fish seafood egg eggs milk dairy lactose
gluten wheat strawberry strawberries kiwi mango pineapple banana avocado tomato tomatoes poison ivy mild rash hives itching drug drugs food foods environmental allergy allergies
`);

const isRead = (word: string): boolean => Object.values(MEDICINES).some((pattern) => pattern.test(word));

/** Whether this word among the medicines is known. */
export const isKnownMedicine = (word: string): boolean =>
  MEDICINE_NAMES.has(word) || AMOUNT.test(word) || isRead(word);

/** Whether this word among the allergies is known. */
export const isKnownAllergy = (word: string): boolean => ALLERGY_NAMES.has(word);
