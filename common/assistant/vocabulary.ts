/** Words that say nothing of what is asked. */
export const CHATTER: ReadonlySet<string> = new Set(
  `a about actually after again all also always am an and any anybody anyone anything are around as ask asked asking
  at away back be because been before being bit bother but by can can't cannot could couldn't curious did didn't do
  does doesn't doing don't done dont each either else etc even ever every everyone everything exactly explain few find
  for from fully gave generally get gets getting give gives go goes going gonna good got great guess guy guys had hadn't
  happen happening happens has have haven't having he hello help her here hey hi him his how however i i'd i'll i'm i've
  if im in info information into is isn't it it'll it's its itself just keep kind know let let's like little long look
  lot many may maybe me mean means might mine more most much must my myself need needs never no not now of off often oh
  ok okay on once one ones only or other our out over own please possible pretty probably quick quickly quite really
  regarding right said saw say says see seem seems shall she should shouldn't so some somebody someone something
  sometimes somehow sorry still stuff sure take taken takes taking tell than thank thanks that that's the their them
  then there these they they're thing things think thinking this those thought to told too took tried try trying under
  understand until up us use used using usually various very via want wants was wasn't way we we're well went were what
  what's whats when where whether which while who whom whose why will with within won't wonder wondering would wouldn't
  ya yeah yes yet you you'd you'll you're your yours currently person people man men male guys doctor said day days
  makes make making made us im ive id ill since began begin begun bad safe safely dangerous harmful harm okay worry
  worried matter matters concern concerns again else high hate afraid love become later ago supposed stand stands regular regularly starting decide
  decides allowed ready totally completely lately recently today
  tonight yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday week month time times instead
  machine thing offer offers expect expected second night touch touching body part number trying
  reach measure measured measuring permanent must anymore put puts putting wear wearing come comes coming
  best allowed allow implies feel feels feeling felt nothing call called say used clinician provider nurse clinic team exactly
  affect affects effect cause causes caused go`.split(/\s+/),
);

/** What all articles are about: it tells them apart only where nothing else is asked. */
export const CONTEXT: ReadonlySet<string> = new Set(
  'trt testosterone treatment therapy medicine medication meds med t program hormone drug drugs'.split(' '),
);

/** Several words that mean one thing, and the words the articles use for it. */
const PHRASES: readonly (readonly [RegExp, string | ((match: string) => string)])[] = [
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
    /\bwhen (will|do|does|can|should) (i|it|trt|this|they)\b.*\b(work\w*|notice|feel|better|kick\w*|differen\w*|improve\w*|benefit)\b/g,
    ' timeline benefit $& ',
  ],
  [
    /\bhow (often|frequent\w*|many times)\b.*\b(labtest|labs?|test\w*|blood|monitor\w*)\b/g,
    ' lab schedule $& ',
  ],
  [
    /\b(work\w*|kick\w*|act)\b.{0,12}\b(fast|quick\w*|slow\w*|soon|immediately|right away|instantly)\b/g,
    ' timeline benefit ',
  ],
  [
    /\b(when|what day|give me|tell me).{0,24}\b(next|first|again|my) (labtest|labs?|blood|tests?|check)\b.*|\b(labs?|labtest)\b( work)? again\b|\b(labtest|lab) date\b/g,
    ' schedule reminders ',
  ],
  [
    /\b(before or after|which morning|midway|trough).{0,40}\b(injection|lab|gel|shot|labtest)\b/g,
    ' labtiming ',
  ],
  [
    /\b(what )?(time of (the )?day|when|timing|best time|which day|what day|how long after)\b.*\b(labtest|labs?|draw\w*|blood)\b/g,
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
  [/\b(one|1) (blood )?(test|labtest)\b|\bsecond (one|test|labtest|blood)\b/g, ' two morning $& '],
  [/\btoo thick\b|\bthickens?\b/g, ' hematocrit '],
  [/\b(shot|injection|dose|jab)s? (was|were) due\b/g, ' misseddose '],
  [/\bin person\b/g, ' telehealth in-person '],
  [/\bheart (health|disease|risk|problems?|trouble|safe\w*)\b/g, ' heart '],
];

const GROUPS: readonly (readonly [string, string])[] = [
  ['labtest bloodwork bloodtest labwork blood', 'labs blood tests'],
  ['labtiming', 'timing drawn'],
  ['bloodpressure bp hypertension', 'blood-pressure pressure'],
  ['hairloss bald balding', 'hairloss'],
  [
    'shot shots jab jabs needle needles pin pinning inject injecting injectable injectables cypionate enanthate',
    'injection injections',
  ],
  ['apnea apnoea snore snores snoring cpap', 'sleep-apnea apnea'],
  ['questionnaire questionnaires questionaire survey screener quiz score scores', 'questionnaires'],
  [
    'fertility fertile infertile infertility sterile sperm conceive conception pregnancy pregnant baby babies father dad vasectomy',
    'fertility sperm',
  ],
  ['libido horny', 'drive'],
  ['controlled dea schedule-3 narcotic legal law laws illegal', 'controlled federal law'],
  ['lowt hypogonadism hypogonadal', 'symptoms low testosterone'],
  ['symptom symptoms sign signs tired fatigue fatigued exhausted', 'symptoms'],
  ['misseddose', 'missed-dose missed'],
  [
    'sideeffect sideeffects acne pimple pimples zits oily mood moody moodiness back irritable irritability aggression sore soreness ankle ankles bloating rash',
    'side-effects effects',
  ],
  [
    'eliquis xarelto coumadin metformin interaction interactions interact interacts mix mixing combine supplement supplements aspirin ibuprofen',
    'interactions medicines',
  ],
  [
    'grandkids grandchildren grandson granddaughter transference transfer transferring spread contact hug hugging cuddle cuddling kids children child wife partner',
    'transference children transfer',
  ],
  ['hct haematocrit crit hemoglobin polycythemia rbc', 'hematocrit'],
  ['e2 estrogen oestrogen estradiol gyno gynecomastia nipples nipple breast breasts', 'estradiol breast'],
  ['psa prostate prostrate urology urologist', 'psa prostate'],
  ['implant implants', 'pellets'],
  ['weak', 'weaker'],
  ['swollen swelling swell', 'swelling'],
  ['subcutaneous intramuscular thigh buttock glute site sites', 'injection sites skin muscle'],
  ['boobs chest-growth gynecomastia', 'breast'],
  ['refilled', 'refills'],
  ['antigen', 'psa'],
  ['valid expire expires expiry', 'refills'],
  ['pickup', 'pickup status'],
  ['disposal', 'disposal'],
  ['dry dries drying dress dressed clothes clothing shirt', 'dry clothing gel'],
  ['shoulder shoulders arm arms', 'shoulders arm'],
  ['heart cardiac cardiovascular clot clots stroke afib', 'heart'],
  ['trt hrt therapy treatment', 'testosterone-replacement'],
  ['goal target range ideal aim optimal', 'target goal level'],
  ['refill refills renewal renewals', 'refills'],
  ['telehealth telemedicine online video remote virtual', 'telehealth'],
  [
    'store storage storing fridge refrigerate refrigerator refrigerated temperature temp heat hot cold freeze keep',
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
  ['shower showering bath swim swimming pool sweat sweating wash washing', 'showering gel wash'],
  ['patch patches nasal nose natesto pellet pellets testopel undecanoate aveed', 'patch nasal pellet other'],
  ['pill pills capsule capsules oral tablet tablets jatenzo tlando kyzatrex swallow', 'oral capsules'],
  ['option options forms form formulation formulations kinds types', 'options form'],
  ['status statuses draft approved sent filled pending review submitted waiting', 'status statuses'],
  ['approve approval approves', 'approved status'],
  ['plan', 'plan'],
  ['pharmacy pickup delivery ship shipped shipping', 'pharmacy status'],
  ['erection erections erectile ed', 'erections'],
  ['energy tiredness', 'energy'],
  ['muscle muscles strength', 'strength lean mass'],
  ['morning early fasting fast fasted am', 'morning fasting'],
  ['twice two 2', 'two'],
  ['diagnosis diagnosed diagnosing confirm cutoff threshold 300 264', 'diagnosis'],
  ['quarterly monitoring checkup follow-up followup frequency', 'schedule labs'],
  ['monitor monitored tested test tests testing lab labs', 'labs tests'],
  ['aging age old', 'aging'],
  ['work works working', 'benefit'],
  ['better improve improvement improvements results', 'improve benefit'],
  ['weeks months timeline soon', 'timeline'],
];

const SYNONYMS: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap(([words, means]) => words.split(' ').map((word): [string, string] => [word, means])),
);

export const inArticleWords = (text: string): string =>
  PHRASES.reduce(
    (read, [phrase, means]) =>
      typeof means === 'string' ? read.replace(phrase, means) : read.replace(phrase, means),
    text,
  );

/** What the articles call this, besides the word itself. */
export const synonymsOf = (word: string): string[] => SYNONYMS.get(word)?.split(' ') ?? [];

/** Every word a question may hold that is in no article, for recognising misspelt ones. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([...CHATTER, ...SYNONYMS.keys()]);
