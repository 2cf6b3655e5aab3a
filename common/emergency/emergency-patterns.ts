import type { EmergencyKind } from './emergency-kinds.js';
import { SENTENCE_END, nearby } from '../text/linear.js';
import { normalise } from '../text/normalise.js';
import { editDistance } from '../text/spelling.js';

const any = (...parts: string[]): RegExp => new RegExp(parts.map((p) => `(?:${nearby(p)})`).join('|'));

const SOMEBODY =
  '((him|her|them)(self|selves)?|someone|somebody|people|my (wife|husband|boss|family|kids?|child|children|son|daughter|baby|girlfriend|boyfriend|partner|ex|mother|father|neighbor|coworker))\\b';

const MISTAKE =
  '(by (mistake|accident|error)|accident(al)?ly|mistakenly|unintentionally|instead of|rather than|should have been|(was|were) supposed to|meant to|oops)';
/** "Used to" is a habit of the past. */
const TOOK =
  '(took|taken|injected|applied|used(?! to)|emptied|swallowed|drank|drew up|gave (myself|me|him|her|my \\w+)|put on|rubbed on|did)';
const DOSE = '(dose|shot|injection|gel|it|testosterone|medicine|medication|meds|pump|packet)s?';
const TOO_MUCH =
  '(too (much|many)(?! (weight|muscle|fat))|double|doubled|twice|whole|entire|full|all|extra|second|another|again|wrong|vein|artery|more|one|two|three|four|five|ten|\\d+)';

const SITE = '\\b(injections?|inject(ed|ing)?|shots?|jab|needle|pinned|site)\\b';
const BODY = `(${SITE}|\\b(thigh|leg|butt|buttocks?|glute|hip|shoulder|arm|belly|stomach|skin)\\b)`;
const FEVER =
  '\\b(fever(ish)?|chills|shiver(s|ing)|temp(erature)? (of |is |at )*(3[89]|4[01]|10[0-6])|sepsis|septic)\\b';
const PUS =
  '\\b(pus|ooz(ing|es)|abscess|red (streaks?|lines?)|(is|looks?|seems?|feels?|got|am|be|getting) infected|infected (injection|site|spot|shot)|(yellow|green|smelly|foul|bad|cloudy)\\b(?!.{0,12}\\boil).{0,20}(leak\\w*|drain\\w*|discharge)|discharge)\\b';
const SORE = '\\b(red|redness|hot|warm|swollen|swelling|sore|lump|hard|painful|tender|hurts|throbbing)\\b';

const SWALLOWED = '(took|taken|swallowed|downed|ate|popped|finished|emptied)';
/** No medicine of ours: taken all at once, it is meant. */
const OTHER_PILLS =
  '((sleeping|sleep|pain|heart|blood pressure|anxiety) (pills?|tablets?|meds|medicine)|painkillers?|ambien|zolpidem|xanax|valium|klonopin|ativan|trazodone|antidepressants?|opioids?|oxy\\w*|percocet|insulin|metoprolol|lithium)';

/** A floor, not a guarantee: a false alarm costs a sentence, a missed one a life. Read in this order. */
const PATTERNS: readonly (readonly [EmergencyKind, RegExp])[] = [
  [
    'self_harm',
    any(
      'suicid|self.?harm|\\bunalive\\b|\\bkms\\b',
      '\\b(kill|hurt|harm|cut|cutting|hang|shoot|hurting|harming|killing)(ing)? (myself|my self)(?! (shaving|cooking|chopping|slicing|opening|peeling))',
      '\\bend(ing)? (my life|it all|my own life|my pain forever)|\\btak(e|ing) my (own )?life',
      "(don'?t|do not|no longer|never) want to (live|be alive|be here|be around|exist|wake up|go on)|(can'?t|can ?not) go on\\b(?! (the |a |my )?(site|website|portal|app|page|vacation|holiday|trip|diet|trt|testosterone|treatment)\\b)",
      // Of "hopeless about losing weight" too: a sentence too many does less harm than one too few.
      '\\bhope?les+\\b|feel(ing)?s?( of)? hopelessness|\\b(lost|losing|given up|gave up) (all |my |any )?hope\\b|\\bno (more )?hope\\b(?! (of|for|that)\\b(?! (me|us)\\b))',
      '\\b(see no|no|what ?(i?s|is) the) (reason|point|purpose|use|sense) (to|in|of|for) (live|living|life|being (alive|here)|going on|carry(ing)? on|keep(ing)? going|exist(ing)?|anything|it all)\\b',
      '\\blife (is|has|feels|seems) .{0,12}(pointless|meaningless|no meaning|no purpose|worthless|unbearable|over\\b)|\\beverything (is|feels|seems) (so )?(pointless|meaningless|unbearable)',
      "(can'?t|can ?not) (do|take|bear|stand|handle|cope with) (this|it|life|the pain|living) (any ?more|any longer)|(don'?t|do not|can'?t|can ?not) see (a|any) (way out|future|way forward)|\\bno way out\\b",
      '\\b(want to|wanna|wish i could) (just )?(disappear|vanish|be gone|sleep forever|be dead)\\b|(nobody|no ?one) (would|will) (miss me|care if|notice if)|\\b(give|given|gave|giving) up on (life|living|everything|myself)\\b',
      "\\b(am|i'?m|being|just|only|feel like) (such )?a burden\\b|\\bi hate (my life|living|being alive)\\b|\\b(tired|sick|done|exhausted) (of|with) (living|life|being alive|existing)\\b|\\bi( am|'?m| feel) (so |completely )?worthless\\b",
      "don'?t want to do this any ?more|\\bno future\\b|see no (point|reason|sense) in (any of|anything)|want (it|this|it all|everything|all of it|life) to (be over|end)\\b|never wake up|(can'?t|can ?not) (keep going|carry on|live like this)|\\bi have nothing( left)?$|\\bnothing left to (give|lose)\\b|(don'?t|do not|can'?t) see (any|a|the) (reason|point|sense) (to|in|of) (liv\\w+|keep\\w* going|go\\w* on|any of)|what ?i?s the point( any ?more)?$|\\bnothing matters\\b|rather not (be alive|be here|live)|\\b(better|happier|easier)\\b.{0,12} if i (was|were) (gone|dead|not (here|around))|if i (wasn'?t|weren'?t) (here|around|alive)|think(ing)? (about|of) (dying|death|ending (it|things|my|everything))|don'?t care (if|whether) i (live|die)",
      "wish i (would|could|did)(n'?t| not) wake up|not wake up (again|tomorrow|ever)|\\b(to|gonna|will|just) end it\\b(?! (with|at|on))|feel like (dying|ending)|\\b(rather|better) be dead\\b|deserve to die",
      "better off (dead|without me|(if|when|once) (i am|i'?m) (gone|dead))|\\bwant to die\\b|\\bwanna die\\b|wish i (was|were) dead|\\bready to die\\b",
      "no (reason|point) (to|in) (live|living)|nothing (left )?to live for|life is(n't| not) worth",
      '\\bthoughts of (death|dying)|\\bjump(ing)? off (a|the) (bridge|roof|building)',
      `\\b(kill|shoot|stab|murder) ${SOMEBODY}`,
      `\\b(feel(ing)? like|thoughts? (of|about)|think(ing)? (of|about)|urges? to|(scared|afraid) (that )?i('ll| will| might| could|'d)) (hurt|harm|strangl|beat|attack|kill|stab|hit)(e|t?ing)?( up)? ${SOMEBODY}`,
      // Only what he means to do: "does the gel hurt my wife" is a question.
      `\\bi( am|'?m|'ll)? (really |just )?(going to|gonna|about to|want to|wanna|will|might) (hurt|harm|strangle|beat up) ${SOMEBODY}`,
      `\\b${SWALLOWED}\\b (\\w+ ){0,2}(all|whole|entire|every|bottle|box|pack|handful|bunch|lots?|rest)\\b ([\\w']+ ){0,5}${OTHER_PILLS}\\b`,
      '\\bquiero morir|\\bmatarme\\b|\\bhacerme dano\\b',
    ),
  ],
  [
    'heart_or_breathing',
    any(
      'chest.{0,24}(pain|pressure|tight|hurt|ache|aching|heav|squeez|crush|burning|discomfort)|(pain|pressure|tightness|aching|ache|discomfort|heaviness) (in|on|across|over|of) (my |the )?(left )?chest|chest (is|has been) (\\w+ )?killing me',
      '(elephants?|anvil|ton of bricks|vise|tight band) (is |was |sitting |standing |pressing |down )*(on|around|across) (my |the )?chest',
      "heart attack|cardiac arrest|heart (has )?stopped|(can'?t|can ?not|cant|unable to|hard to|struggling to|not able to|difficult to|trouble) (seem to )?(catch (my |a )?)?breath",
      'short(ness)? (of|in) breath|shortness breath|out of breath|breathless|(trouble|difficulty|problems?|labou?red) breath|gasping for',
      'cough(ing|ed|s)? (up )?blood|blood when i cough',
      'heart (is |was |keeps |has been |starts? )?(racing|pounding|fluttering|skipping)|palpitation|jaw and (left )?arm|arm and jaw',
      'dolor (de|en el) pecho|duele (\\w+ )?el pecho|no puedo respirar|ataque al corazon',
    ),
  ],
  [
    'stroke',
    any(
      'face.{0,12}droop|droop.{0,12}face|slurr(ed|ing)|\\bslurs?\\b',
      '\\b(one side|left side|right side|half|arms?|legs?|face)\\b.*\\b(weak(ness)?|numb(ness)?|paraly\\w+)\\b|\\b(weak(ness)?|numb(ness)?|paraly\\w+)\\b.*\\b(one side|left side|right side|arms?|legs?|face)\\b',
      "sudden(ly)? .{0,20}(vision|confus|blind|headache|can'?t see|can'?t (speak|talk))|worst headache|(having|had) a (mini.?)?stroke|signs of a stroke",
      "(can'?t|can ?not) (speak|talk|see) (properly|clearly|right|suddenly)|\\bsuddenly (can'?t|can ?not)\\b|went blind|lost (my )?(vision|sight|speech)|derrame cerebral",
    ),
  ],
  [
    'allergy',
    any(
      'throat.{0,24}(swell|swollen|clos|tight)|(swell|swollen|swelled|puffy).{0,24}\\b(face|tongue|lips?|throat|mouth)\\b|\\b(face|tongue|lips?|mouth)\\b.{0,24}(swell|swollen|puff)',
      "hives|anaphyla|epi.?pen|(severe|serious|bad|having an) allergic reaction|(can'?t|trouble|difficulty) swallow",
    ),
  ],
  [
    'priapism',
    any(
      "erection.*(hours|hrs|all (night|day))|\\bhard for .{0,12}(hours|hrs)\\b|erection.*(won'?t|not|never|refuses to|doesn'?t) (go(ing|es)?|going) (down|away)|erection.*(won'?t|doesn'?t|does not|not) (stop|end)|priapism|painful erection",
    ),
  ],
  [
    'clot',
    any(
      '\\b(calf|calves|legs?)\\b.*\\b(swoll\\w*|swell\\w*|painful|red|warm|hot|throbbing)\\b|\\b(swoll\\w*|swell\\w*|painful|red|warm|throbbing)\\b.*\\b(calf|calves|legs?)\\b',
      '\\b(have|having|got|think) .{0,12}(a )?(blood clot|dvt|pulmonary embolism)',
      '\\bblood ?clots? in my (\\w+ )?(leg|calf|thigh|arm)\\b',
    ),
  ],
  [
    'blood_pressure',
    any('\\b(1[89]\\d|2[0-6]\\d) ?(/|over) ?\\d{2,3}\\b', 'hypertensive (crisis|emergency)'),
  ],
  [
    'child_exposure',
    any(
      '\\b(child|kid|kids|baby|toddler|infant|son|daughter|grand\\w+|niece|nephew|pregnant|wife|girlfriend|partner|dog|cat)\\b.*\\b(touched|got (it|some|gel|testosterone)|licked|ate|drank|swallowed|was exposed|has been exposed|grabbed|rubbed against)\\b',
      '\\b(wife|girlfriend|daughter|kid|son|teenager|child)s? (has |have )?(used|uses|been using|tried|puts? on|borrow(s|ed)) (it|some|mine|some of (it|mine)|my (gel|testosterone|shots?|vial)) (too|also|as well)\\b',
      '\\b(gel|testosterone)\\b.*\\b(got|spilled|rubbed( off)?|is all) (on|onto|over) (to )?(my|our|the|a) (\\w+ )?(child|kid|kids|baby|toddler|son|daughter|grand\\w+|wife|girlfriend|partner)\\b',
    ),
  ],
  [
    'collapse',
    any(
      "passed out|pass(ing)? out|black(ed|ing) out\\b(?! (the|my|our|a|some|his|her) (\\w+ )?(windows?|date|name|address|room|screen|label|number))|faint(ed|ing|s)?\\b|seiz(ure|er|ur)s?\\b|convuls|unconscious|unresponsive|not responding|won'?t wake up|collapsed?\\b|over.?dos(e|ed|ing)\\b",
      "(won'?t|can'?t|does not|doesn'?t|not) stop(ping)? .{0,12}bleed|bleeding (heavily|a lot|badly|won'?t)|vomit(ing|ed)? blood|throwing up blood|blood clot in (my|the) lung",
      "\\b(need|call|send|get) (me )?(an )?(ambulance|911)\\b|medical emergency|this is an emergency|\\bi('m| am) dying\\b|\\bemergencia\\b|desmay",
    ),
  ],
  [
    'too_much',
    any(
      '\\b(took|taken|injected|inject|applied|used|swallowed|drank|drew up|gave myself|did)\\b.{0,24}\\b(too much|too many|double (the |my )?(dose|amount|shot)|twice (the|as|my|in)|the whole|entire (vial|bottle|packet)|an extra|(two|three|2|3) (doses|shots|injections)|(two|three|ten|2|3|10) times (the|my|as))\\b',
      '\\b(double|twice) (dosed|injected)|accidentally (doubled|injected twice|took)|\\bi (just |already )?doubled( up)?\\b',
      '^(?=.*\\b(by (mistake|accident)|accidentally|mistakenly)\\b)(?=.*\\b(took|taken|injected|swallowed|drank|ate|pushed)\\b(?!.{0,12}\\b(tests?|labs?|quiz|survey|questionnaire|photos?|pictures?)\\b))',
      `^(?=.*\\b${MISTAKE}\\b)(?=.*\\b${TOOK}\\b)(?=.*\\b${TOO_MUCH}\\b)`,
      `\\b${TOOK}\\b.{0,16}\\b((way |far |a lot )?too much(?! (weight|muscle|fat))|(a|an|my|the) (whole|entire) (vial|bottle|packet|tube|box|pack|pump|syringe)|(two|three|four|five|six|ten|\\d+) times (the|my|as|more|too|what)|(double|twice|triple) what|wrong (dose|amount|vial|medicine|medication|drug|pills?))\\b`,
      `\\b${TOOK} (\\w+ ){0,3}more than (i (was|am) (supposed|meant|told)|i should|prescribed|my dose|the (dose|label|doctor))`,
      `\\b${TOOK}\\b.{0,12}\\b(all (of )?(my|the) (pills|capsules|tablets|doses)|(two|three|four|several|[2-9]) (vials|bottles|syringes))\\b`,
      `\\b${TOOK}\\b.{0,16}\\b${DOSE} twice\\b|\\bforgot\\b.{0,30}\\b${TOOK}\\b.{0,16}\\b(again|another|second)\\b`,
      '\\b(two|three|2|3) (shots|doses|injections) (in|on) (one|a|the same) (day|hour)\\b|\\b(dose|shot|injection)\\b.{0,8}\\bwas (two|three|five|ten|\\d+) times\\b',
      '\\b(swallowed|drank|ate) (the |some |my |a )*(gel|cream|patch|vial|oil)\\b|\\b(drank|ate) (my |the |some |his )?testosterone\\b',
      '\\b(put|rubbed) .{0,16}\\bon twice\\b|\\b(swallowed|took|injected|drank) half (a|the) (bottle|vial|box|pack)\\b|\\b(week|month)( is)? (worth )?of \\w+ (in|at) (one|a|once)\\b',
      '\\balready (had|took|injected|did|used|applied) .{0,40}\\b(then|and) (injected|took|did|used|applied|had)\\b|\\boverdid\\b.{0,12}\\b(shot|dose|injection|gel|testosterone)\\b',
      '\\binjected .{0,12}into (a|my|the) (vein|artery)\\b|\\bbeen (taking|injecting|using) (double|twice|three times|too much)\\b',
    ),
  ],
  [
    'infection',
    any(
      `${BODY}.*${PUS}|${PUS}.*${BODY}`,
      `^(?=.*${FEVER})(?=.*${SORE})(?=.*${BODY})`,
      `^(?=.*${SITE})(?=.*\\b(red|redness|rash|hot|swelling)\\b)(?=.*\\b(spreading|spreads?|bigger|growing)\\b)`,
      `^(?=.*${SITE})(?=.*\\bhot\\b)(?=.*\\b(red|hard|swollen|swelling|lump)\\b)`,
      `^(?=.*${SITE})(?=.*\\b(lump|swelling)\\b)(?=.*\\b(bigger|growing|grows)\\b)`,
      `\\bfever\\w* .{0,12}\\b(since|after|from|following)\\b.{0,12}${SITE}`,
      'skin (is |has )?(turning|turned|going|went) (black|gr[ae]y)\\b',
    ),
  ],
];

/** Words the patterns rest on, recognized with one slip of the finger. */
const KEYWORDS =
  `chest pain painful pressure breath breathe breathing heart attack cough blood suicide suicidal myself
  stroke numb slurred droop drooping headache vision throat tongue swollen swelling hives allergic erection hours
  priapism calf fainted fainting seizure unconscious overdose overdosed collapsed bleeding short trouble want kill dead
  life passed touched baby daughter toddler child fever infected injected mistake accident`.split(/\s+/);

function repaired(text: string): string {
  return text.replace(/[a-z]{4,}/g, (word) => {
    if (KEYWORDS.includes(word)) return word;
    const slips = word.length > 9 ? 2 : 1;
    return KEYWORDS.find((k) => k[0] === word[0] && editDistance(word, k, slips) <= slips) ?? word;
  });
}

const CHILD =
  '\\b(kids?|child|baby|toddler|son|daughter|niece|nephew|grand\\w+|little (girl|boy)|pregnant|expecting|embarazada|hij[oa]|bebe|nin[oa]|niet[oa])\\b';

/** Tablets and capsules that patients here have at home. */
const MEDICINE =
  '(anastrozole|arimidex|letrozole|exemestane|clomid|clomiphene|enclomiphene|tamoxifen|nolvadex|finasteride|propecia|dutasteride|tadalafil|cialis|sildenafil|viagra|metformin|lisinopril|losartan|amlodipine|metoprolol|atorvastatin|sertraline|zoloft|prozac|lexapro|trazodone|gabapentin|percocet|oxycodone|norco|vicodin|tramadol|adderall|klonopin|ativan|benadryl|jatenzo|kyzatrex|tlando)s?';
const MANY = '(\\d{2,3}|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)';
const SHOTS = '(doses|shots|injections|jabs)\\b';
/** Counted over weeks, or of drinks, photos and goals. */
const COUNTED_OVER_TIME =
  '(?!.*\\b(so far|since|over|during|weeks?|months?|years?|total|already|per|each|every|goal|hoop|basket|range|photos?|pictures?|camera|of (?!(testosterone|t|test|my|it|the (testosterone|oil|gel|vial))\\b))\\b)';

/** "How much longer can I do this" asks how long; of a diet, of a wait or of the dose it asks nothing else. */
const HOLD_OUT =
  '(do|take|stand|handle|bear) (this|it|life|living|the pain)(?! (diet|job|shift|drive|commute|workout|program|protocol|paperwork|dose|shot|gel|medicine|med|medication|with|without|before|at|every|twice|off|on)\\b)|(go|hold|hang|carry|keep) (on|going|fighting|living)(?! (the|my|a|with|without|to|trt|testosterone)\\b)|live (like )?this|keep (doing|living) this|last like this';
const DESPAIR =
  "how (much|many) (longer|more) (i|until)|tired of (fighting|living|trying|hurting|it all|everything|being (me|alive|here))|(can'?t|cannot|can not) (do|take|keep|stand|fight|handle) (this|it|going|on|any ?more|life)\\b|\\b(i'?m|i am|im) (so )?done (with (it|this|life|everything|trying|it all)|$)|\\bgoodbye\\b|\\b(nobody|no ?one) (would|will|cares|loves|needs)|worthless|nothing (left|matters)|one way out|all over soon|dark place|(it|this) (to|will|would|can) (all )?be over|\\bend it\\b";

const TESTICLE = '\\b(testic\\w*|balls?|nuts?|nut ?sack|scrotum|escroto|huevos?)\\b';
const GLUCOSE = '\\b(blood ?sugars?|sugars?|glucose|glucosa|azucar)\\b';
/** Of food, of time, or of a difference. */
const NO_READING =
  '(?! ?(g|mg|grams?|gramos?|%|percent|calories|carbs|points?|minutes?|min|hours?|days?|weeks?|times|years?|dollars)\\b)';

const NOT_FOR_LONG =
  'since|all (day|night|morning)|last night|yesterday|today|tonight|now|suddenly|([2-9]|1\\d|24|two|three|four|five|six|eight|ten|twelve|several|a few) ?(hours|hrs)';

const LEFT_BEHIND =
  '(kids?|children|wife|husband|family|mom|mother|dad|father|son|daughter|everyone|everybody|them|girlfriend|brother|sister|parents|boys|girls)';
/** What testosterone on the skin does to a child. */
const EARLY_PUBERTY =
  "(pubic hair|hair ([\\w']+ ){0,3}(between|down there|down below|private|privates|crotch|armpits?|under (the|her|his) arms?)|(early|starting|started|precocious) puberty|breast buds?|breasts? (\\w+ ){0,2}(grow\\w*|big\\w*)|(penis|clitoris|privates?|private parts?) (\\w+ ){0,3}(grow\\w*|grew|big\\w*|larger|swollen)|body odou?r|(deep|deeper|low|lower) voice|mustache)";
const YOUNG = `(${CHILD}|\\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|[1-9]|1[01])[- ]year[- ]olds?\\b)`;

/** Plain wordings, misspelled ones and Spanish ones that the patterns above do not hold. */
const MORE: readonly (readonly [EmergencyKind, RegExp])[] = [
  [
    'self_harm',
    any(
      "(don'?t|do not|dont|didn'?t) (wanna|wana|want) (to )?(live|be alive|be here|exist|wake up)\\b(?!.{0,12}\\b(in|near|close|with)\\b)",
      '\\b(wanna|want to|wnat to|wan to) (die|dye)\\b(?! my\\b)',
      '\\bsi me muero\\b|\\bnadie (le importaria|me va a extranar|me extranaria)\\b|\\bescribi (la|mi) carta\\b|\\bno puedo mas\\b(?=.*\\b(carta|pastillas|adios|despid\\w+)\\b)',
      '\\bcheck(ing)? out early\\b(?! (of|from) (the |my )?(hotel|room|store|clinic|airbnb))|\\bhow (many|much) .{0,24}\\b(would|will|to|does it take to) kill (me|myself)\\b|\\bdriv\\w* (\\w+ ){0,3}into (a|the) (tree|wall|pole|oncoming|traffic|river)\\b|\\b(gave|giving|found) (my|the) (dog|cat|pets?) .{0,40}\\b(after i.?m gone|when i.?m gone|once i.?m gone)\\b',
      '\\b(morirme|me quiero morir|quitarme la vida|me quiero quitar|suicidarme|no quiero (vivir|seguir viviendo|estar aqui)|ganas de (morir|matarme))\\b',
      '\\b(gonna|going to|will|ill) (do it|end it|go through with it)\\b.{0,24}\\b(pills|gun|rope|noose|razor|bridge)\\b',
      '\\bcutting again\\b(?! (carbs|weight|calories|fat|back|down|sugar|wood|grass|on|the|out|for))',
      '\\b(would|will) (anybody|anyone|someone|they) (even )?(care|notice|miss me) if i (was|were|am|died|disappeared|never)\\b',
      '\\bno le (encuentro|veo|hallo) sentido a (la vida|mi vida|vivir|nada)\\b|\\bvoy a (matar|dispararle|apunalar) a (mi|un|una|ese|esa|alguien)\\b(?! tiempo)',
      '\\bganas de desaparecer\\b|\\b(quiero|quisiera|deseo) desaparecer\\b(?= (para siempre|de (este|el) mundo|de la vida)|$)',
      '\\b(drive|crash|steer|run) (my|the|this|a) (\\w+ )?(truck|car|bike|motorcycle|pickup) (off|into|under|in front of)\\b(?! (the )?(road|driveway|garage|parking|lot|shade|carport)\\b)',
      '\\b(jump|step|walk|throw myself|lie down) (in front of|under|onto) (a|the) (train|truck|bus|car|subway|tracks?|traffic)\\b',
      '\\b(bullet|gun|pistol|revolver|shotgun) (is |was |all )*(loaded|in the chamber|to my head|in my mouth)\\b|\\b(gun|pistol|revolver|glock|shotgun) (is )?(against|at|to|in|on) my (head|mouth|temple|lap)\\b',
      '\\b(cut|cutting|slit|slitting|slash\\w*|slice[ds]?) (my|both) (\\w+ )?(wrists?|veins|throat)\\b',
      '\\b(quiero|voy a|pienso) (colgarme|ahorcarme|cortarme las venas|tirarme|dispararme)\\b|\\bme (quiero|voy a) (colgar|ahorcar|matar|tirar|disparar)\\b',
      '\\b(gonna|going to|want to|wanna|will|could)( just)? drive off (a|the) (bridge|cliff|overpass)\\b',
      "\\b(what'?s the point|(don'?t|no need to) bother)\\b.{0,40}\\bwon'?t be (here|around)\\b",
      '\\b(check|checking) out (of (this )?life|for good|forever|permanently)\\b',
      '\\ball (of )?(my|the|these|those) (\\w+ )?(pills?|meds|tablets) (are |is )?(out|lined up|laid out|in front of me|in my hands?|ready)\\b(?! of (stock|date|the (box|package|refill)))',
      `\\b(don'?t know|dunno|idk|not sure|no idea) how (much longer|long|many more \\w+) i can (${HOLD_OUT})`,
      `^(?=.*\\b(got|have|has|brought|bought|grabbed|found|keep|holding|sitting with|borrowed) .{0,24}\\b(gun|pistol|rifle|shotgun|revolver|glock|handgun)\\b)(?=.*(${DESPAIR}))`,
      '\\b(have|got|have got|ive got|found|picked|chose|already|the|my) (\\w+ ){0,3}(rope|noose|bridge|beam|rafter)\\b.{0,12}\\b(picked|picked out|chosen|tied|hung|set up|ready)\\b|\\bpicked( out)? (a|the|my) (bridge|beam|rafter|noose)\\b|\\b(tengo|esta|ya) .{0,12}\\b(la )?(soga|horca) (lista|amarrada|preparada)\\b',
      '\\b(gun|pistol|revolver|glock|shotgun|rope|noose|pills|razor)\\b.{0,40}\\btonight(\\W?s| is| will be) the night\\b|\\btonight(\\W?s| is| will be) the night\\b.{0,40}\\b(gun|pistol|revolver|glock|shotgun|rope|noose|pills|razor|goodbye|end it)\\b',
      '\\b(rope|noose|cord|belt|hose)\\b.{0,24}\\b(which|what|the) (beam|tree|rafter|branch|hook)\\b(?! (is|was) (for|on) the (boat|tent|hammock|swing))',
      "\\b((nobody|no ?one|none of you)( will|'?ll)?|(you|they) (won'?t|will not)) (ever )?have to (deal with|put up with|bother with|worry about) me\\b.{0,16}\\b(after|past|any ?more|again|much longer)\\b",
      "\\b(don'?t|do not|dont|can'?t|cannot) see myself (here |alive |still here )?(at|by|on|making it to|reaching) (christmas|xmas|thanksgiving|easter|new year\\S*|my (next )?birthday)\\b(?! (party|dinner|table|at))",
      '\\b(stopped|quit|stopping) (eating|drinking|taking) .{0,24}\\b(over|done|finished|gone) (sooner|faster|quicker)\\b',
      "\\b(mom|mother|dad|wife|husband|kids|son|daughter|brother|sister|someone|roommate|neighbor|they)( will|'?ll| is going to| are going to| gonna) find (me|my body) (in the (morning|garage|barn|tub|closet)|tomorrow|by morning|dead)\\b",
      `\\b(wrote|written|writing|left|leaving) (\\w+ ){0,2}(letters?|notes?|goodbyes?) (to|for) (\\w+ ){0,2}${LEFT_BEHIND}\\b.{0,40}\\b(they|she|he|you)('?ll| will| can| are going to) (\\w+ )?(find|read|get|have|understand)\\b`,
      `\\b(goodbye|farewell|suicide) (letters?|notes?)\\b|\\b(letters?|notes?) (to|for) .{0,24}\\b(for )?(after|when|once) (i'?m|i am) (gone|dead|not here)\\b`,
      `\\b(had|have|i'?ve had|had it) (\\w+ )?enough\\b.{0,30}\\b(last|final) (day|night|one)\\b`,
      `\\b((mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|today)( is|'?s| will be) (the|my) (last|final) (day|night)( for me)?$`,
      `\\b(when|after|once|if) (i'?m|i am|im) (not (here|around|there)|no longer (here|around)) any ?more\\b|\\b(look after|take care of|take in|feed) my (\\w+ ){0,2}(dogs?|cats?|pets?|kids|children|wife|family|mom)\\b.{0,16}\\b(when|after|once) (i'?m|i am|im) (gone|dead|not (here|around)|no longer)\\b`,
      // Letters with spaces between them, put together.
      '\\b\\w*(killmyself|wanttodie|wannadie|endmylife|quieromorir)',
    ),
  ],
  [
    'heart_or_breathing',
    any(
      '\\bchest.{0,24}\\b(pane|payne|pian|paining|hurtin)\\b|\\b(pane|payne)\\b.{0,16}\\bchest',
      '\\bmy (hart|heart) (\\w+ )?(hurts?|hurtin\\w*|aches|pains?)\\b|\\bhart ?attack\\b',
      '\\b(cof+\\w*|hack\\w*|spit\\w*|bring\\w*|cough\\w*) up .{0,12}\\b(blood\\w*|red)\\b',
      '\\b(co|cau|cou|kou?)(f+|gh|g)(ing?|ed|s)?( up)?( (some|a (little|bit)( of)?|lots of|bright|red))* blood\\b|\\bblood (when|if|every time|everytime) i (co|cau|cou|kou?)(f+|gh|g)\\b',
      "\\b(can'?t|cant|cannot|can ?not|couldn'?t) (breath|breathe|breth|get (any |enough )?air)\\b",
      '\\b(toso|tosiendo|tosi|escupo|escupiendo) sangre\\b|\\b(aprieta|oprime|opresion|presion|arde|dolor|duele)\\b.{0,14}\\bpecho\\b|\\bfalta (el )?aire\\b|\\bcuesta (mucho )?respirar\\b',
    ),
  ],
  [
    'stroke',
    any(
      "\\b(can'?t|cant|can ?not|couldn'?t) (move|feel|lift|raise) (my|the) (left|right|arms?|legs?|hands?|side|face)\\b(?!.{0,20}\\b(needle|shot)\\b)",
      "\\b(left|right|one|whole) (side|arm|leg|hand|half)\\b.{0,24}\\b(numb|weak|limp|dead|paraly\\w+|won'?t move|gave out|heavy)\\b",
      '\\b(hands?|arms?|legs?|foot|side|face|fingers)\\b ((just|suddenly|all of a sudden|totally|completely|kind of|sort of) ){0,2}(quit|stopped|stops|quits|would not|wouldn.?t|won.?t) (work(ing)?|mov(e|ing)|respond(ing)?)\\b(?! (out|the|on|shifts?|at the gym)\\b)|\\b(hand|arm|leg|side|face) ((just|suddenly) )?went (dead|limp|numb|useless|floppy)\\b',
      `\\b(can'?t|cant|couldn'?t|couldnt|can ?not|could not|unable to) (get|find|form|make|put together|say) (((my|the|any|a|out) )*(words?|sentences?)( out| together)?)\\b(?! (to|of|how|that|that'?s|thank|enough|for (how|what|my|that|it|you))\\b)|\\b(my )?(words|speech) (just )?(came|come|coming|was|were|got|went) (out )?(wrong|jumbled|garbled|gibberish|backwards|mushy|all mixed up)\\b|\\btalking (gibberish|nonsense|funny)\\b`,
      "\\b(can'?t|cant|couldn'?t|can ?not) see (out of|from|in|with) (one|my|either)\\b|\\b(blind|blindness|dark|black|lost (the |my )?sight)\\b.{0,16}\\b(one|left|right) eye\\b",
      '\\bse me (durmio|torcio|paralizo|cayo) .{0,12}\\b(cara|boca|brazo|pierna|cuerpo|lado)\\b|\\bno puedo (mover|sentir) (el|la|mi)\\b|\\bno veo (de|con) (un|el) ojo\\b|\\bno puedo hablar bien\\b',
    ),
  ],
  [
    'priapism',
    any(
      '\\b(boner|hard on|dick|penis|erections?|ereccion|erect|been hard|rock hard|stiff|pene)\\b.{0,40}\\b([4-9]|1\\d|four|five|six|seven|eight|several|cuatro|cinco|seis) ?(hours|hrs|horas)\\b',
      '\\b(boner|hard on|erections?|erect|been hard)\\b.{0,20}\\b(since (yesterday|last night|this morning|midnight|noon)|all (night|day))\\b',
      "\\b(boner|hard on|dick|penis|erection|it)\\b.{0,20}\\b(won'?t|wont|not|doesn'?t) (go|get) (down|soft|away)\\b|\\bno se me (baja|quita) la ereccion\\b|\\b(horas|hours) con .{0,8}ereccion\\b",
    ),
  ],
  [
    'clot',
    any(
      '\\bclogs?\\b.{0,12}\\b(leg|arm|lung|neck)s?( vein)?\\b|\\bclogged (up )?(leg|arm|lung) veins?\\b',
      '\\b(pierna|pantorrilla)\\b.{0,24}\\b(hinchad\\w*|roj\\w+|caliente|morad\\w*)\\b|\\bone leg\\b.{0,24}\\b(big|bigger|fat) (as|than)\\b',
      '\\b(ankle|calf|foot|leg)\\b.{0,24}\\b(fat|fatter|bigger|thick|puffy|tight|blew up|swoll\\w*|swell\\w*)\\b.{0,30}\\b(since|after) (the|my|our|a|that) (\\w+ )?(trip|flight|drive|plane|bus|car) ?',
    ),
  ],
  [
    'blood_pressure',
    any(
      '\\b(bp|blood pressure|pressure|presion|cuff|top number|systolic|reading)\\b.{0,20}\\b(1[89]\\d|2[0-6]\\d)\\b(?!.{0,6}\\b(lbs?|pounds)\\b)',
      '\\b(1[89]\\d|2[0-6]\\d) (con|sobre) \\d{2,3}\\b',
    ),
  ],
  [
    'child_exposure',
    any(
      `${CHILD}.{0,32}\\b(got|touch\\w*|toco|licked|ate|drank|grabbed|sucked|rub\\w*|squirted|playing with|puso)\\b.{0,28}\\b(gel|androgel|testosterone|vial)\\b`,
      `${CHILD} (\\w+ )?(smells?|smelled|smelling) (of|like) (the |my )?(gel|androgel|testosterone)\\b`,
      `${YOUNG}.{0,40}\\b${EARLY_PUBERTY}\\b.{0,40}\\b(gel|cream|testosterone|androgel|since|because|treatment|trt)\\b|\\b(gel|cream|testosterone|androgel|since i)\\b.{0,60}${YOUNG}.{0,40}\\b${EARLY_PUBERTY}\\b`,
      `\\b(used|dirty) needle\\b.{0,20}${CHILD}|${CHILD}.{0,20}\\bstuck\\b.{0,24}\\bneedle\\b`,
    ),
  ],
  [
    'collapse',
    any(
      '\\b(took|swallowed|popped|downed|tome) (like |about )?(\\d{2,3}|twenty|thirty|forty|fifty) (\\w+)\\b(?!.{0,8}\\b(minutes|steps|photos|pictures|pounds|lbs)\\b)(?=.*\\b(pills?|tylenol|xanax|tablets|capsules|pastillas|ambien|oxy|ibuprofen)\\b)',
      '\\b(took|swallowed|drank|downed) (a|the|my) (whole|entire|full) bottle of\\b|\\b(took|swallowed) all (of )?(my|the) (meds|pills|medicine)\\b',
      `\\b(took|taken|swallowed|popped|downed|ate|drank|tome)\\b.{0,12}\\b${MANY} (of )?(my|the|these|those|mis) ${MEDICINE}\\b|^${MANY} of (my|the|these|those) ${MEDICINE}$`,
      '\\bno (responde|despierta|respira)\\b|\\bconvulsion\\w*\\b|\\b(necesito|llamen|manden) (a )?una ambulancia\\b|\\bperdi el conocimiento\\b|\\blost consciousness\\b|\\b(is|isn\\S*) not waking up\\b',
    ),
  ],
  [
    'infection',
    any(
      '\\b(pus|absceso)\\b.{0,24}\\binye\\w+|\\bfiebre\\b.{0,32}\\binyeccion\\b|\\binyeccion\\b.{0,32}\\b(fiebre|pus|caliente)\\b',
    ),
  ],
  [
    'allergy',
    any('\\b(cierra\\w*|cerrando|hincho|hinchad\\w+|hinchando)\\b.{0,12}\\b(garganta|lengua|cara|labios)\\b'),
  ],
  [
    'too_much',
    any(
      `\\b(took|injected|gave myself|i did) (\\w+ ){0,2}(([89]|\\d{2}|eight|nine)|${MANY}) ${SHOTS}${COUNTED_OVER_TIME}`,
      `\\b(took|taken|injected|gave myself|i did) (\\w+ ){0,2}([4-7]|four|five|six|seven) ${SHOTS}.{0,12}\\b(at once|today|tonight|this morning|in a row|in one|(at|on) the same)\\b`,
      '\\b(inyecte|puse|tome|aplique)\\b.{0,12}\\b(el doble|dos dosis|dos veces|toda la ampolla|todo el frasco)\\b',
    ),
  ],
  [
    'urinary_retention',
    any(
      `\\b(can'?t|can ?not|unable to|not able to|haven'?t been able to|couldn'?t) (even )?(pee|piss|urinate|pass (any )?(urine|water)|empty my bladder)\\b(?=.*\\b(${NOT_FOR_LONG}|at all|anything|nothing|a drop)\\b)`,
      `\\b(haven'?t|have not|hasn'?t|not) (peed|pissed|urinated|passed (any )?(urine|water))\\b.{0,24}\\b(${NOT_FOR_LONG})\\b`,
      `\\b(no (he podido|puedo|consigo|logro)|imposible) orinar\\b(?! (bien|sin|de pie))|\\bno orino (desde|hace)\\b|\\b(pee|urine|peeing) (has )?(completely |totally )?stopped\\b|\\bstopped (peeing|urinating) (completely|altogether|since)\\b|\\bllevo .{0,20}\\bsin orinar\\b`,
      "\\b(urine|pee|piss) (won'?t|wont|will not|doesn'?t) come( out)?\\b|\\burinary retention (now|today)\\b|\\bbladder .{0,20}\\b(burst|full).{0,24}\\b(nothing|can'?t|won'?t)\\b",
    ),
  ],
  [
    'testicular_pain',
    any(
      `^(?=.*${TESTICLE})(?=.*\\b(pain\\w*|hurts?|hurting|hurtin|aches?|aching|agony|duelen?|dolor)\\b)(?=.*\\b(sudden\\w*|severe|excruciating|unbearable|worst|terrible|horrible|awful|intense|vomit\\w*|throwing up|threw up|nausea\\w*|nauseous|can'?t (walk|stand|move)|woke me|out of nowhere|like (hell|crazy)|killing me|so bad|really bad|de repente|muy fuerte|insoportable)\\b)`,
      `${TESTICLE}.{0,24}\\b(twisted|torsion|swelled up|blew up|(double|twice) (the|its) size)\\b|\\btesticular torsion (now|today)\\b|\\btwisted (my )?(\\w+ )?(testicle|ball|nut)\\b`,
    ),
  ],
  [
    'blood_sugar',
    any(
      `${GLUCOSE}.{0,32}\\b([4-9]\\d\\d)\\b${NO_READING}|\\b([4-9]\\d\\d) (blood ?)?(sugar|glucose)\\b`,
      `\\b(blood ?sugars?|glucose|glucosa|my sugar|sugar (is|was|just|dropped|fell|went)|azucar (en|a|bajo|esta)) ?(is |was |at |of |to |down |just |now |level |reading |only |en |a |bajo |dropped |fell |went )*([1-4]\\d|5[0-3])\\b${NO_READING}`,
      `^(?=.*(${GLUCOSE}|\\b(gluco)?meter\\b|\\bglucometro\\b))(?=.*\\b(reads?|says|shows?|showing|reading|just says|dice|marca) (hi|high|lo|alto)$)`,
      `^(?=.*(${GLUCOSE}|\\b(gluco)?meter\\b))(?=.*\\b(reads?|says|shows?|showing|reading|dice|marca) (hi|lo)\\b(?! (to|everyone|there)\\b))`,
      '\\b(diabetic )?ketoacidosis (now|today|again)\\b|\\bin dka\\b|\\bdka (now|again|today)\\b',
    ),
  ],
];

const SYMPTOM =
  '(chest|shortness|suicid\\w*|self ?harm|pus|redness|drainage|depression|thoughts|fever|swelling|swollen|(blood )?clots?|numbness|weakness|fainting|seizures?|strokes?|heart attacks?|hives|allergic|trouble|dolor|fiebre|falta|desmayos?|coughing|bleeding|overdose)';

/** Sentences that deny, tell of the past, ask in general, or mean something else: there the classifier decides. */
const LEFT_OPEN = any(
  `\\b(no|never( had| been)?|not|(don'?t|do not|didn'?t|did not) have( any)?|without|denies|no tengo|no hay|nunca tuve|sin)(?! (relief|letup|alivio))( \\w+){0,2} ${SYMPTOM}\\b(?!.*\\b(but|except|pero|until|like this|this bad|so bad|as bad|como este|asi)\\b)`,
  '\\b(\\w+ (years?|yrs?) ago|de (nin[oa]|joven|chico)|in (19|20)\\d\\d|as a (kid|child)|in (college|high school)|back in|when i was|family history|history of|in (his|her) \\w+ties|died (of|from)|hace (\\w+ )?a[nñ]os)\\b',
  '\\b(dad|father|uncle|grandfather|grandpa|grandmother|grandma|aunt|mother|mom|brother|sister|cousin|neighbor)\\b.{0,12}\\b(had|has|died|passed|survived|took (his|her) own)\\b(?!.*\\b(now|today|just|help)\\b)',
  '\\b(papa|mama|padre|madre|abuel[oa]|ti[oa]|primo|suegr[oa]|herman[oa])\\b.{0,12}\\b(tuvo|murio|fallecio|le dio|tenia)\\b(?!.*\\b(ahora|ahorita|hoy|ayuda)\\b)',
  '\\bif (i|you|someone|somebody|a man|he) (ever |did |do |ever did )*(get|got|have|had|take|took|did)\\b|\\bif (i|you|someone) ever\\b|\\bat what point\\b|\\bwhat happens if\\b|\\ba partir de cuant|\\bque pasa(ria)? si\\b|\\bcomo (se|sabria|reconozco)\\b|\\b(pregunto|pregunta) (por|solo)\\b',
  '\\b(leaflet|label|movie|film|tv show|series|book|article|documentary|podcast|pelicula|folleto|novela)\\b',
  '\\b(gave|give|giving|had|have) (me |us )?a (mini )?heart attack\\b.*\\b(ha(ha)+|lol|bill|price|jaja\\w*|game|prank)\\b|\\b(me )?casi (me )?(muero|desmayo|infarto)\\b.*\\b(risa|emocion|susto|precio|jaja\\w*|lol)\\b',
  '\\bpassed out (on|in) (the|my) (couch|sofa|bed|recliner)\\b|\\b(jk|just kidding|es broma)\\b|\\b(noticed|caught|saw) it before\\b|\\bbefore (injecting|i injected)\\b|\\bcount (bottles?|boxes)\\b',
  "\\b(can'?t|cant|couldn'?t) feel (my|the) (\\w+ ){1,3}(when(ever)? (it('s| is)|i'?m) .{0,12}(cold|out|freezing|snow\\w*)|in (this|the) (cold|snow)|(after|from|because of) the (dentist|novocaine|cold|numbing))\\b",
  '\\btoo much (time|space|work|money|coffee|tv|paperwork)\\b|\\b(nunca|jamas|never) (he|have|ever)? ?(pensado|thought|considered|felt)\\b|\\b(orders?|sections?|menus?|boxes) (\\w+ )?collapsed|\\bcollapsed (\\w+ )?(orders?|sections?|menus?|boxes)',
  '\\b(risk|chance|risks|chances) (of|for)\\b|(?<!\\b(gonna|going to) )\\b(can|could|does|do|will|would|is) (testosterone|trt|the gel|gel|it|shots?|the shots?) \\w+|\\bi read (that|about)\\b|\\b(signs|symptoms) of\\b.*\\b(watch|look|know|case|general)\\b|^(what|which) (are|is) (the )?(signs|symptoms)\\b',
  '\\bhopeless (at|with)\\b|\\bpass(ed)? out (the |some |my |our )?(flyers?|cards?|candy|papers?|forms?|samples?)|\\bstrokes? (of (luck|genius)|for)\\b|\\b(dog|cat) ate\\b(?!.*\\b(gel|testosterone|pills?|patch|cream|medicine)\\b)|\\b(website|site|app|page|chair|tent|bridge|roof|market) (\\w+ )?collapsed|\\b(when|who) (should|do) i call\\b',
);

const CONTACT = new RegExp(
  `(${CHILD}|\\b(wife|girlfriend|partner|husband|boyfriend)\\b).{0,40}\\b(touch\\w*|hug\\w*|contact|gel|cream|rub\\w*)\\b|\\b(gel|cream|testosterone)\\b.{0,40}\\b(on|onto|off|touch\\w*|contact|reach\\w*)\\b.{0,24}(${CHILD}|\\b(wife|girlfriend|partner|husband|boyfriend)\\b)`,
);
const OF_GEL = /\b(gel|androgel|cream|testosterone|patch)\b/;
/** The sentence after a question: "mine did". */
const IT_DID =
  /^(and |but |because |well |yes |yeah |so |i think |just now )*(mine|he|she|they|it|ours|(my|our) \w+( \w+)?)( (just|already|also|really))* (did|does|has|have|was|were)( (it|so|today|yesterday|now|just now|already|this (morning|afternoon|evening)|last night|once|twice))*$|^(it|that|this) (just |already )*happened( (to (mine|us|my \w+|our \w+)|today|yesterday|just now|this \w+|last night))*$/;

/** A contact with the gel that is asked about in one sentence and told in another. */
function tellsOfContact(sentences: readonly string[]): boolean {
  const asked = sentences.findIndex((plain) => CONTACT.test(plain) && OF_GEL.test(plain));
  return asked >= 0 && sentences.slice(asked + 1).some((plain) => IT_DID.test(plain));
}

/** A sentence of the past that goes on today. */
const TODAY_TOO =
  /\b(again (now|today|tonight|lately|this \w+)|and now (i|my|again)|right now i|are back( again)?$)\b/;

const SUPPLY =
  '(doses?|shots?|vials?|packets?|pumps?|bottles?|gel|oil|patch(es)?|dosis|frascos?|ampollas?|parches?|sobres?|capsulas)';
const PERSON = `${CHILD}|\\b(wife|girlfriend|partner|husband|dog|cat|esposa|mujer|novia|perr[oa]|gat[oa])\\b`;
const TAKEN =
  '\\b(took|taken|injected|applied|swallowed|drank|ate|eyes?|mouth|skin|tome|inyecte|trague|ojos?|boca|piel)\\b';
const COUNTED =
  '((an?|one|two|three|four|five|\\d+|my|the|some|half|of|last|couple|whole|full|una?|dos|tres|el|la|los|las|mi|mis|unas?|medio) ){0,4}';
/** Medicine that was spilled, broken or lost, and no person who took or touched it. */
const LOST_SUPPLY = new RegExp(
  `^(?!.*(${PERSON}|${TAKEN})).*(${[
    `\\b(spilled|dropped|lost|wasted|misplaced) ${COUNTED}${SUPPLY}\\b`,
    `\\b${SUPPLY} (\\w+ ){0,2}(spilled|leaked|dripped|broke(?! out)|cracked|fell)\\b`,
    `\\b(se (me )?(cay|romp|perd|derram|reg)\\w*|perdi) ${COUNTED}${SUPPLY}\\b`,
  ].join('|')})`,
);

/** A message without the sentences that only tell of lost medicine. */
export function withoutLostSupply(message: string): string {
  const sentences = message.split(/(?<=[.!?;\n])\s+/);
  const kept = sentences.filter((sentence) => !LOST_SUPPLY.test(plainOf(sentence)));
  return kept.length === sentences.length ? message : kept.join('\n ');
}

const SOLD = '(?:sold|sell|selling|trade|traded|trading)';
/** Whole sentences that the classifier takes for danger and that say something else: the care team reads them as words. */
const OTHER_MEANINGS = new RegExp(
  `^(?:${[
    "(?:i|we) (?:(?:have|'?ve) |just |already )*(?:saw|seen|see|am seeing|went to|talked to|spoke to|spoke with|asked) (?:someone|somebody|a (?:doctor|doc|specialist|guy)|another (?:doctor|doc)) (?:about|for) (?:it|this|that)(?: (?:already|today|yesterday|last \\w+))?",
    `(?:i|we) (?:also |just |usually |sometimes )?${SOLD} (?:half|some|most|part|any|all|one|two|a few|the rest)(?: of (?:it|them|mine|my \\w+))?(?: (?:at|to|in) (?:the|my|a) \\w+)?`,
    '(?:i|we) (?:let|gave) (?:my|a) \\w+ (?:have |use |take )?(?:half|some|the rest)(?: of (?:it|them|mine|my \\w+))?',
    '(?:(?:my|the|this) )?(?:doc|doctor|dr)(?: number \\w+)? (?:has|had) (?:other|different|another|a different|his own|her own) (?:ideas?|opinions?|plans?|views?)(?: (?:about|on) (?:it|this|that))?',
  ].join('|')})[.!]*$`,
);

/** A message without them. */
export function withoutOtherMeanings(message: string): string {
  const sentences = message.split(/(?<=[.!?;\n])\s+/);
  const kept = sentences.filter((sentence) => !OTHER_MEANINGS.test(plainOf(sentence).trim()));
  return kept.length === sentences.length ? message : kept.join('\n ');
}

/** "s u i c i d e" is a word. */
const spelledOut = (plain: string): string =>
  plain.replace(/\b(?:[a-z][ .-]+){4,}[a-z]\b/g, (letters) => letters.replace(/[^a-z]/g, ''));

const kindsIn = (plain: string): EmergencyKind[] => {
  const texts = [plain, repaired(plain), spelledOut(plain)];
  const hits = [...PATTERNS, ...MORE].filter(([, pattern]) => texts.some((text) => pattern.test(text)));
  return [...new Set(hits.map(([kind]) => kind))];
};
const plainOf = (text: string): string => normalise(text).replace(/(?<![.:-])[.:-]+(?=\s|$)/g, '');

/** Every kind that a message names, whatever else its sentences say. */
export const allKindsByPattern = (message: string): EmergencyKind[] => kindsIn(plainOf(message));

/** Every kind the patterns find in a message, in the order in which one is answered. */
export function emergencyKindsByPattern(message: string): EmergencyKind[] {
  const sentences = message.split(SENTENCE_END);
  const contact = tellsOfContact(
    sentences.map((one) =>
      plainOf(one)
        .replace(/[?!.,;]+/g, ' ')
        .trim(),
    ),
  );
  const found = kindsIn(plainOf(message));
  if (contact) return [...new Set<EmergencyKind>(['child_exposure', ...certain(sentences, found)])];
  return certain(sentences, found);
}

/** Without what the sentences leave open. */
function certain(sentences: readonly string[], found: EmergencyKind[]): EmergencyKind[] {
  if (!found.length) return found;
  const sure = sentences.filter((sentence) => {
    const plain = plainOf(sentence);
    return !LEFT_OPEN.test(plain) || TODAY_TOO.test(plain);
  });
  return sure.length === sentences.length ? found : kindsIn(plainOf(sure.join(' . ')));
}
