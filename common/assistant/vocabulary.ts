import { CHATTER, ELSEWHERE } from './small-words.js';

/** Several words that mean one thing, and the words the articles use for it. */
const PHRASES: readonly (readonly [RegExp, string | ((match: string) => string)])[] = [
  [
    /\b(see|find|get|got|look at|check|read) (my |the )?(numbers|results?|levels|labs?|bloodwork|labtest) (back|online|here|yet|in)\b|\b(see|find|look at) (my |the )?(numbers|results|levels)\b|\b(results?|labs|numbers) (are |came )?(back|in|ready|posted)\b/g,
    ' see my results ',
  ],
  [
    /\b(can'?t|cannot|can not|couldn'?t|unable to|won'?t let me|how do i) (get|sign|log) ?(in|into|on|onto|back in)( to)?( my)?( account| portal)?\b/g,
    ' signin password ',
  ],
  [
    /\b(plan|policy|insurance|blue cross|they) (will |would )?(cover|pay)s?\b|\bunited ?healthcare\b|\b(tricare|anthem|humana|blue ?cross)\b/g,
    ' insurance cost ',
  ],
  [
    /\b(\d+|two|three|four|six|twelve|few|several|extra) (months?|weeks?|vials?|boxes|bottles?) ?'?s?( at once| at a time| worth| supply| ahead)\b|\bmore than (one|a) (month|vial)\b/g,
    ' supply limits at once ',
  ],
  [
    /\b(back|knee|tooth|neck|foot|elbow|hip|wrist)('s)? (hurts?|aches?|pains?|is killing me)\b/g,
    ' bodypain ',
  ],
  [/\bsoft ?gels?\b/g, ' capsules '],
  [/\b(an|had an?|after an?) mi\b|\bcardiac (event|arrest)s?\b|\bheart attacks?\b/g, ' heart attack '],
  [/\btest (?=therapy|cyp|levels?\b|boosters?\b|replacement)/g, ' testosterone '],
  [/\bshoot(ing)? blanks\b/g, ' sperm fertility '],
  [/\b(shoot|shooting|go|going) for\b/g, ' goal '],
  [/\b(class|schedule|category) (3|iii|three)\b/g, ' controlled '],
  [/\bempty stomach\b|\b(skip|eat|have|before) (breakfast|food)\b/g, ' fasting '],
  [/\b\d{1,2}(:\d\d)? ?(am|pm|a\.m|p\.m)\b|\b(afternoon|evening|noon|lunch ?time)\b/g, ' morning '],
  [/\b(get|getting|keep) it up\b/g, ' erections '],
  [/\bdrug (test|screen)(s|ing)?\b/g, ' drugtest '],
  [/\bkick(s|ed|ing)? in\b/g, ' timeline benefit '],
  [/\bhow (fast|soon|quick\w*)\b/g, ' timeline how soon '],
  [/\bblood (sugar|glucose)\b/g, ' sugar '],
  [/\b(break|breaking|broke|breaks) ?outs?\b|\bbreakouts?\b/g, ' acne '],
  [
    /\b(stays?|lasts?|is) (good|valid) (for|until)?\b|\bhow long\b.{0,20}\b(script|prescription|rx)\b/g,
    ' $& expire ',
  ],
  [/\b(red|white) (blood )?cells?( count)?\b/g, ' hematocrit '],
  [
    /\bthick(er|en|ens|ening)? (my |the )?blood\b|\bblood (get|gets|getting|become|becomes)? ?(too )?thick\w*/g,
    ' hematocrit thicken ',
  ],
  [
    /\b(blood ?work|blood tests?|blood draws?|lab ?work|lab tests?|labs? drawn|blood (drawn|taken))\b/g,
    ' labtest ',
  ],
  [/\b(draw|take|test|check|drawn|taken) (my |the |your )?blood\b/g, ' labtest '],
  [/\b(blood|heart) pressure\b/g, ' bloodpressure '],
  [/\bhair loss\b|\blosing (my )?hair\b|\bgo(ing)? bald\b/g, ' hairloss '],
  [/\b(sleep apn\w+|stop breathing (at night|in (my )?sleep)|cpap)\b/g, ' apnea '],
  [/\b(stop.?bang|iief(.?5)?|adam)\b/g, ' questionnaire '],
  [
    /\b(have|having|father|conceive|want|wanting|making|make) (a |more |another )?(baby|babies|kids?|child(ren)?|family)\b/g,
    ' fertility ',
  ],
  [
    /\b(get|getting) (my |her |someone |a |the )?(wife|partner|girlfriend|woman|her)? ?pregnant\b/g,
    ' fertility ',
  ],
  [/\bsperm (count|bank\w*)\b/g, ' sperm fertility '],
  [/\b(sex|sexual) (drive|desire)\b/g, ' libido '],
  [/\b(controlled substance|schedule (3|iii|three))\b/g, ' controlled '],
  [/\b(low|lower) ?-?(t|testosterone)\b/g, ' lowt '],
  [
    /\bhow (long|soon|fast|quick\w*|many (weeks|months))\b.*\b(work\w*|act|notice|feel|results?|benefits?|better|kick\w*|differen\w*|effect\w*|improve\w*|change\w*|see)\b/g,
    ' timeline benefit $& ',
  ],
  [
    /\bwhen (will|do|does|can|should) (i|it|trt|this|they|my)\b.*\b(work\w*|expect|grow\w*|build|gain|notice|feel|better|kick\w*|differen\w*|improve\w*|benefit)\b/g,
    ' timeline benefit $& ',
  ],
  [
    /\bhow (often|frequent\w*|many times)\b.*\b(labtest|labs?|tests?|tested|testing|blood|monitor\w*)\b/g,
    ' lab schedule $& ',
  ],
  [
    /\b(work\w*|kick\w*|act)\b.{0,12}\b(fast|quick\w*|slow\w*|soon|immediately|right away|instantly)\b/g,
    ' timeline benefit ',
  ],
  [
    /\b(when|what day|give me|tell me).{0,24}\b(next|first|again) (labtest|labs?|blood|tests?|check)\b|\b(labs?|labtest)\b( work)? again\b|\b(labtest|lab) date\b/g,
    ' schedule reminders $& ',
  ],
  [
    /\b(before or after|which morning|midway|trough).{0,40}\b(injection|lab|gel|shot|labtest)\b/g,
    ' labtiming ',
  ],
  [
    /\b(what )?(time of (the )?day|timing|best time|which day|what day|how long after)\b.*\b(labtest|labs?|draw\w*|blood)\b/g,
    ' labtiming $& ',
  ],
  [/\bmid.?way\b|\btrough\b/g, ' labtiming '],
  [/\bin review\b|\bpending review\b/g, ' status review plan '],
  [
    /\b(miss|missed|missing|skipped|forgot|forget|forgotten|late)\b.*\b(shots?|injections?|inject|doses?|jabs?|pin|it)\b|\b(shots?|injections?|doses?|jab)\b.*\b(miss|missed|forgot|late|forgotten)\b/g,
    ' misseddose ',
  ],
  [/\b(forgot|forget|missed) (to )?(inject|pin|shot)\b/g, ' misseddose '],
  [/\b(side ?effects?|adverse (effects?|events?|reactions?))\b/g, ' sideeffect '],
  [
    /\b(blood thinners?|warfarin|coumadin|xarelto|eliquis|insulin|metformin|prednisone)\b/g,
    ' interactions $& ',
  ],
  [/\b(rub|rubs|rubbed|rubbing|wipe|wipes) off\b|\bskin.?to.?skin\b/g, ' transference '],
  [/\b(freez\w*|bank\w*|stor\w*) (my |some )?(sperm|semen)\b/g, ' sperm fertility '],
  [/\bcheck.?ups?\b/g, ' lab schedule '],
  [/\bunwanted effects?\b|\breactions?\b/g, ' sideeffect '],
  [/\bprostate.specific antigen\b/g, ' psa '],
  [
    /\b(pick(ed)? ?up|get rid of|throw away)\b/g,
    (m: string) => (m.startsWith('pick') ? ' pickup ' : ' disposal '),
  ],
  // Every product is stored and thrown away in one way: its name says nothing then.
  [
    /\b(store|stores|stored|storing|storage|dispose|disposal|throw away|leftover|empty|opened)\b.{0,24}\b(gel|capsules?|pills?|patch(es)?|injections?|vials?|pump|bottle)\b|\b(keep|keeping) (my |the |a )*(gel|capsules|pills|patches|vials?)\b(?! (on|off|from|away|dry|in place))|\b(gel|capsules?|pills?|patch(es)?|injections?|vials?) (\w+ )?(store|stored|storage|kept)\b/g,
    (m: string) => (/dispos|throw|leftover|empty/.test(m) ? ' disposal ' : ' storage '),
  ],
  [/\b(one|1) (blood )?(test|labtest)\b|\bsecond (one|test|labtest|blood)\b/g, ' two morning $& '],
  [/\btoo thick\b|\bthickens?\b/g, ' hematocrit '],
  [/\b(shot|injection|dose|jab)s? (was|were) due\b/g, ' misseddose '],
  [/\bin person\b/g, ' telehealth in-person '],
  [/\bfish oil\b/g, ' supplements '],
  [
    /\bnight ?sweats?\b|\bhot flash(es)?\b|\b(wake|woke|waking) up (soaked|drenched|sweat\w*)\b/g,
    ' nightsweats ',
  ],
  [
    /\b(a |lab )?(paper|form|slip|order)s? (for|from|to) (the |a |my )?(lab|labs|labtest)\b/g,
    ' requisition where labs ',
  ],
  [/\b(what|which) (hour|time)\b.{0,24}\b(lab|labs|labtest)\b/g, ' morning first labs '],
  [
    /\b(be |am |get )?(done|through|finished) with (this|it|trt|testosterone|treatment|the program)\b/g,
    ' stop stopping treatment ',
  ],
  [/\bfeel(s|ing)? (so |really |kind of |a bit )?(blue|down|gloomy)\b/g, ' mood depressed '],
  [/\bheart (health|disease|risk|problems?|trouble|safe\w*)\b/g, ' heart '],
];

const GROUPS: readonly (readonly [string, string])[] = [
  ['labtest bloodwork bloodtest labwork blood bloods panel', 'labs blood tests'],
  ['labtiming', 'timing drawn'],
  ['bloodpressure bp hypertension', 'blood-pressure pressure'],
  ['hairloss bald balding rogaine minoxidil hairline', 'hair bald'],
  [
    'alcohol alcoholic beer beers wine wines drinking whiskey whisky vodka liquor booze boozing drunk tipsy hangover margarita margaritas cocktail cocktails tequila rum bourbon gin champagne cider seltzer sober',
    'alcohol drinking',
  ],
  [
    'insurance insurer insured covered coverage aetna cigna medicare medicaid kaiser humana copay deductible fsa hsa',
    'insurance cost',
  ],
  [
    'cost costs price prices pricing pay paying paid payment payments bill billed charge charges fee fees',
    'cost price',
  ],
  ['password passwords login', 'password account'],
  ['membership subscription', 'subscription membership'],
  ['viagra cialis sildenafil tadalafil', 'viagra cialis'],
  [
    'gym workout workouts lift lifting exercise exercising training run running jog jogging bench squat squats deadlift deadlifts weights weightlifting cardio crossfit yoga cycling hiking marathon',
    'exercise gym',
  ],
  ['visit visits consultation consult appointment appointments', 'visit appointment'],
  ['gauge', 'needle gauge'],
  ['testicles testicle testicular balls nuts', 'testicles'],
  ['moobs', 'breast nipples'],
  [
    'shot shots jab jabs needle needles pin pinning inject injects injected injecting injectable injectables cypionate enanthate',
    'injection injections',
  ],
  ['apnea apnoea snore snores snoring cpap', 'sleep-apnea apnea'],
  [
    'questionnaire questionnaires questionaire stopbang iief adam survey screener quiz score scores',
    'questionnaires',
  ],
  [
    'fertility fertile infertile infertility sterile sperm semen conceive conception pregnancy pregnant father dad vasectomy',
    'fertility sperm',
  ],
  ['baby babies newborn infant', 'children child transference fertility'],
  ['libido horny sex sexual sexually', 'drive sex'],
  ['controlled dea schedule-3 narcotic legal law laws illegal', 'controlled federal law'],
  ['lowt hypogonadism hypogonadal', 'symptoms low testosterone'],
  ['symptom symptoms sign signs', 'symptoms'],
  [
    'tired tiredness fatigue fatigued exhausted exhaustion drained sluggish lethargic worn motivation unmotivated energy',
    'energy tired',
  ],
  ['misseddose', 'missed-dose missed'],
  [
    'sideeffect sideeffects acne pimple pimples zits oily mood moody moodiness back irritability aggression sore soreness ankle ankles bloating rash',
    'side-effects effects',
  ],
  [
    'aspirin ibuprofen tylenol acetaminophen advil aleve naproxen painkiller painkillers motrin nyquil sudafed decongestant decongestants',
    'tylenol ibuprofen medicines interactions',
  ],
  ['nightsweats', 'night-sweats sweats'],
  [
    'eliquis xarelto coumadin metformin interaction interactions interact interacts mix mixing combine supplement supplements antibiotic antibiotics antidepressant antidepressants zoloft lexapro lisinopril statin statins',
    'interactions medicines',
  ],
  [
    'grandkids grandchildren grandson granddaughter transference transfer transferring spread contact hug hugging cuddle cuddling kid kids children child toddler sheets towel towels',
    'transference children transfer',
  ],
  ['hct haematocrit crit hemoglobin polycythemia rbc', 'hematocrit'],
  ['e2 estrogen oestrogen estradiol gyno gynecomastia nipples nipple breast breasts', 'estradiol breast'],
  ['psa prostate prostrate urology urologist', 'psa prostate'],
  ['wife husband partner girlfriend boyfriend spouse fiance fiancee', 'partner partners'],
  ['implant implants', 'pellets'],
  ['greasy', 'oily'],
  [
    'creatine omega omega-3 fish-oil vitamin vitamins magnesium zinc ashwagandha turmeric protein probiotic probiotics melatonin multivitamin multivitamins herbal herb herbs preworkout pre-workout',
    'supplements supplement',
  ],
  ['nip nips', 'nipples breast'],
  ['tumor tumors tumour tumours cancerous', 'cancer prostate'],
  ['gloomy weepy tearful teary crying cry cried cries emotional unhappy', 'mood depressed'],
  ['ivf iui', 'fertility sperm'],
  ['drawer cabinet cupboard nightstand', 'storage'],
  ['packet packets sachet sachets', 'gel packet'],
  ['signin', 'sign-in login password'],
  ['requisition', 'order labs'],
  ['choke chokes choking gasp gasps', 'gasping'],
  ['swimmers', 'sperm'],
  ['meal meals dinner lunch eat eaten', 'food'],
  ['beard', 'hair'],
  ['nose nostril nostrils', 'nasal'],
  ['reversible permanent', 'recovery'],
  ['irritable snappy snapping temper', 'mood angry'],
  [
    'mexico canada europe overseas country countries holiday japan china india germany france spain italy england uk ireland australia brazil thailand philippines dubai israel caribbean hawaii airbnb hotel camping',
    'travel border',
  ],
  ['weak weakness weaker', 'strength weaker'],
  ['swollen swelling swell', 'swelling'],
  ['subcutaneous intramuscular thigh buttock glute site sites', 'injection sites skin muscle'],
  ['boobs chest-growth gynecomastia', 'breast'],
  ['refilled', 'refills'],
  ['antigen', 'psa'],
  ['valid expire expires expiry', 'expire refills'],
  ['script scripts rx prescriptions', 'prescription'],
  ['overdue behind late lateness', 'missed late'],
  ['quarter quarters', 'schedule months'],
  ['pen pens', 'autoinjector'],
  ['retention retain bloated edema puffy puffiness', 'swelling retention'],
  ['diabetic diabetes sugar a1c', 'diabetes sugar'],
  ['qualify qualifies eligible eligibility', 'cutoff diagnosis'],
  ['advantage advantages pros benefits upside', 'benefit'],
  ['risk risks risky danger dangers downside downsides drawback drawbacks cons', 'risks side-effects'],
  ['study studies research evidence', 'trial'],
  ['palpitation palpitations heartbeat arrhythmia', 'heartbeat fibrillation'],
  ['lump bruise bruising knot', 'soreness lump'],
  ['angry anger rage furious mad', 'mood angry'],
  ['insomnia sleepless', 'sleep'],
  ['pdmp', 'database'],
  ['bph enlarged', 'prostate'],
  ['swallow mouth', 'oral capsules'],
  ['arrive arrives arrived delivered mail mailed tracking', 'pharmacy arrive'],
  ['security checkpoint customs border cruise', 'travel'],
  ['lock locked cabinet', 'locked storage'],
  ['brother sister friend buddy cousin roommate', 'friend'],
  ['pickup', 'pickup status'],
  ['disposal', 'disposal'],
  [
    'dry dries drying soak soaks soaked absorb absorbs absorbed dress dressed clothes clothing shirt',
    'dry clothing gel',
  ],
  ['shoulder shoulders arm arms', 'shoulders arm'],
  ['heart cardiac cardiovascular clot clots stroke afib', 'heart'],
  ['trt hrt therapy treatment', 'testosterone-replacement'],
  ['goal goals target range ideal aim aiming optimal top', 'target goal level'],
  ['refill refills renewal renewals', 'refills'],
  ['telehealth telemedicine online video remote virtual', 'telehealth'],
  [
    'store stores stored kept storage storing fridge refrigerate refrigerator refrigerated temperature temp heat hot cold freeze keep',
    'storage',
  ],
  [
    'travel traveling travelling trip vacation fly flying plane airplane airport tsa flight luggage suitcase abroad',
    'travel',
  ],
  [
    'sharps sharp needles syringes syringe dispose disposal disposing discard trash garbage throw',
    'sharps disposal',
  ],
  ['expired leftover leftovers unused', 'leftover disposal'],
  ['gel gels cream androgel testim topical', 'gel'],
  [
    'shower showering bath lake ocean sauna tub swim swimming pool sweat sweating wash washing',
    'showering gel wash',
  ],
  [
    'patch patches transdermal nasal nose natesto pellet pellets testopel undecanoate aveed',
    'patch nasal pellet other',
  ],
  ['pill pills capsule capsules oral orally tablet tablets jatenzo tlando kyzatrex', 'oral capsules'],
  ['option options forms form formulation formulations kinds types', 'options form'],
  ['status statuses draft approved sent filled pending review submitted waiting', 'status statuses'],
  ['approve approval approves', 'approved status'],
  ['plan', 'plan'],
  ['pharmacy pickup delivery ship shipped shipping', 'pharmacy status'],
  ['erection erections erectile ed impotence impotent hard hardness', 'erections'],
  ['muscle muscles strength strong stronger', 'strength muscle lean'],
  ['morning early fasting fast fasted breakfast', 'morning fasting'],
  ['twice two 2', 'two'],
  ['diagnosis diagnosed diagnosing confirm cutoff threshold 300 264', 'diagnosis'],
  ['quarterly monitoring checkup follow-up followup frequency', 'schedule labs'],
  ['monitor monitored tested test tests testing lab labs', 'labs tests'],
  ['aging age old', 'aging'],
  ['work works working', 'benefit'],
  ['better improve improves improved improvement improvements results', 'improve benefit'],
  ['weeks months timeline soon', 'timeline'],
];

const SYNONYMS: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap(([words, means]) => words.split(' ').map((word): [string, string] => [word, means])),
);

export const inArticleWords = (text: string): string =>
  PHRASES.reduce(
    (read, [phrase, means]) =>
      (typeof means === 'string' ? read.replace(phrase, means) : read.replace(phrase, means)).replace(
        / {2,}/g,
        ' ',
      ),
    text,
  );

/** What the articles call this, besides the word itself. */
export const synonymsOf = (word: string): string[] =>
  (SYNONYMS.get(word) ?? SYNONYMS.get(word.replace(/'?s$/, '')))?.split(' ') ?? [];

/** Every word a question may hold that is in no article, for recognising misspelt ones. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([...CHATTER, ...ELSEWHERE, ...SYNONYMS.keys()]);
