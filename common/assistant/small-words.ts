/** "Don't" is written "dont" as often. */
const withoutApostrophes = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => [word, word.replace("'", '')]));

/** Words that say nothing of what is asked. */
export const CHATTER: ReadonlySet<string> = withoutApostrophes(
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
  affect affects effect cause causes caused go counts meaning
  already although anyway basically believe couple depends dont dude bro enough eventually figure folks hour hours house
  idea idk important including issue issues kinda lemme lately less life lives living lots main mate mention mind minute
  minutes moment mostly near nearly normally notice noticed odd ones opinion otherwise outside past per place plus point
  points prior problem problems properly purpose question questions rather reason reasons same set several show shows
  simple simply single situation small soon sort start started starts strange such suddenly suggest super till tip tips
  together town true truth typical u unless ur vs versus wanna weird whatever whenever wish without word words wrong yea
  year years yep bc cuz tho btw pls plz thx run running ran enough gotta dunno somebody's anybody's bring bringing mine
  shoot fail last three won four five six seven eight nine ten saturday sundays mondays tuesdays wednesdays thursdays fridays saturdays real giving gave`.split(
    /\s+/,
  ),
);

/** The words of them that carry no meaning even in a whole question; the others tell "when" from "how often". */
export const EMPTY: ReadonlySet<string> = withoutApostrophes(
  `a an the i i'm im i'd i'll i've you your yours you're my me mine we our us he she his her it its it's is am are be
  been being was were to of and or so just please ok okay hi hello hey well really actually that this there some any
  would could can will do does did should have has had`.split(/\s+/),
);

/** What all articles are about: it tells them apart only where nothing else is asked. */
export const CONTEXT: ReadonlySet<string> = new Set(
  'trt testosterone treatment therapy medicine medication meds med t program hormone hormones drug drugs dose doses dosage'.split(
    ' ',
  ),
);

/** What people ask an assistant about that no article has; such a word weighs double until one does. */
export const ELSEWHERE: ReadonlySet<string> = new Set(
  `password passwords login username account accounts email address phone telephone insurance insurer medicare
  medicaid aetna cigna cross shield copay deductible cost costs price prices pricing pay paying paid payment payments bill
  billing charge charged fee fees money refund credit card cards subscription subscribe membership cancel discount coupon
  app iphone android website weather rain game games football soccer baseball basketball movie movies song music poem
  joke story recipe cook cooking cake chocolate restaurant pizza book books guitar language translate french spanish
  python code computer president election capital country city mountain bitcoin stocks invest lawyer taxi bike dog
  cat hotel parking office location directions hours job boss school homework math news diet keto calories calorie
  protein creatine vitamin vitamins coffee caffeine tea alcohol beer wine marijuana weed cannabis cbd grapefruit eating
  vaccine vaccines vaccination flu covid shingles knee elbow hip tooth teeth dentist eye eyes glasses mattress pillow
  massage yoga workout workouts exercise exercises gym cardio viagra cialis sildenafil tadalafil finasteride minoxidil
  propecia ozempic semaglutide wegovy cholesterol adhd adderall xanax migraine nausea constipation diarrhea pollen tattoo
  botox drugtest peptide peptides sermorelin bodypain hairloss chatgpt robot human weight belly fat salary tax visa appointment appointments`.split(
    /\s+/,
  ),
);
