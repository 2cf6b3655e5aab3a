import { normalise } from './normalise.js';
import { editDistance } from './spelling.js';

export const EMERGENCY_KINDS = [
  'self_harm',
  'heart_or_breathing',
  'stroke',
  'allergy',
  'blood_pressure',
  'priapism',
  'clot',
  'collapse',
  'too_much',
  'infection',
  'child_exposure',
] as const;
export type EmergencyKind = (typeof EMERGENCY_KINDS)[number];

export interface Emergency {
  /** What it may be, for the care team. */
  label: string;
  /** What to do now. */
  text: string;
  /** The article that says more. */
  slug: string | null;
}

export const EMERGENCIES: Readonly<Record<EmergencyKind, Emergency>> = {
  self_harm: {
    label: 'thoughts of suicide, self-harm or harming somebody',
    text: 'If you or somebody else may be in danger, call 911 now. You can call or text 988 at any hour and reach a trained crisis counselor. You are not in trouble for saying this. Please also tell someone near you.',
    slug: 'emergency-suicidal-thoughts',
  },
  heart_or_breathing: {
    label: 'chest pain, a racing heart or trouble breathing',
    text: 'Call 911 now for chest pain or pressure, trouble breathing or coughing up blood. Do not drive yourself and do not wait for a reply here. Tell the emergency team that you use testosterone.',
    slug: 'emergency-chest-pain',
  },
  stroke: {
    label: 'signs of a stroke',
    text: 'Call 911 now for a drooping face, weakness or numbness on one side, slurred speech, sudden confusion or loss of vision, or the worst headache of your life. Note the time the signs began.',
    slug: 'emergency-stroke-signs',
  },
  allergy: {
    label: 'a serious allergic reaction',
    text: 'Call 911 now for swelling of the face, tongue or throat, widespread hives or trouble breathing. Do not take that product again until a clinician tells you it is safe.',
    slug: 'emergency-allergic-reaction',
  },
  blood_pressure: {
    label: 'very high blood pressure',
    text: 'With a reading of 180/120 or higher and chest pain, breathlessness, weakness, confusion, vision change or severe headache, call 911 now. Without symptoms, sit quietly, repeat it after 5 minutes, and contact a clinician the same day if it is still that high.',
    slug: 'emergency-severe-blood-pressure',
  },
  priapism: {
    label: 'an erection that does not go away',
    text: 'An erection of more than 4 hours, painful or not, needs emergency care. Go to the nearest emergency department or call 911 now.',
    slug: 'emergency-priapism',
  },
  clot: {
    label: 'signs of a blood clot in the leg',
    text: 'A swollen, painful, warm or red leg can be a clot. Get emergency care today. Call 911 now if you have chest pain or trouble breathing.',
    slug: 'emergency-blood-clot',
  },
  collapse: {
    label: 'a collapse, a seizure, an overdose or heavy bleeding',
    text: 'Call 911 now for fainting, a seizure, an overdose, heavy bleeding or somebody who does not respond. Do not drive yourself and do not wait for a reply here.',
    slug: null,
  },
  too_much: {
    label: 'too much testosterone taken',
    text: 'Call Poison Control at 1-800-222-1222 now, or 911 if there is chest pain, breathlessness, weakness on one side, confusion or fainting. Take no more until your care team has told you when to resume.',
    slug: 'urgent-too-much-testosterone',
  },
  infection: {
    label: 'signs of an infection where it was injected',
    text: 'Fever, chills, pus, spreading redness or a hot, growing lump where you inject can be a serious infection. Go to urgent care or an emergency department today. Call 911 now for confusion, fainting, trouble breathing or skin that turns black. Do not inject there again before a clinician has seen it.',
    slug: null,
  },
  child_exposure: {
    label: 'somebody else exposed to testosterone',
    text: 'Wash the skin with soap and water right away and call Poison Control at 1-800-222-1222. Call 911 if the person is unwell. Stop contact with the application area and tell your care team today.',
    slug: 'urgent-child-exposure',
  },
};

const any = (...parts: string[]): RegExp => new RegExp(parts.map((p) => `(?:${p})`).join('|'));

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

/** A floor, not a guarantee: a false alarm costs a sentence, a missed one a life. Read in this order. */
const PATTERNS: readonly (readonly [EmergencyKind, RegExp])[] = [
  [
    'self_harm',
    any(
      'suicid|self.?harm|\\bunalive\\b|\\bkms\\b',
      '\\b(kill|hurt|harm|cut|cutting|hang|shoot|hurting|harming|killing)(ing)? (myself|my self)',
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
      'better off (dead|without me)|\\bwant to die\\b|\\bwanna die\\b|wish i (was|were) dead|\\bready to die\\b',
      "no (reason|point) (to|in) (live|living)|nothing (left )?to live for|life is(n't| not) worth",
      '\\bthoughts of (death|dying)|\\bjump(ing)? off (a|the) (bridge|roof|building)',
      `\\b(kill|shoot|stab|murder) ${SOMEBODY}`,
      `\\b(feel(ing)? like|thoughts? (of|about)|think(ing)? (of|about)|urges? to|(scared|afraid) (that )?i('ll| will| might| could|'d)) (hurt|harm|strangl|beat|attack|kill|stab|hit)(e|t?ing)?( up)? ${SOMEBODY}`,
      // Only what he means to do: "does the gel hurt my wife" is a question.
      `\\bi( am|'?m|'ll)? (really |just )?(going to|gonna|about to|want to|wanna|will|might) (hurt|harm|strangle|beat up) ${SOMEBODY}`,
      '\\bquiero morir|\\bmatarme\\b|\\bhacerme dano\\b',
    ),
  ],
  [
    'heart_or_breathing',
    any(
      'chest.{0,24}(pain|pressure|tight|hurt|ache|aching|heav|squeez|crush|burning|discomfort)|(pain|pressure|tightness|aching|ache|discomfort|heaviness) (in|on|across|over|of) (my |the )?(left )?chest|chest (is|has been) (\\w+ )?killing me',
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
      '\\b(gel|testosterone)\\b.*\\b(got|spilled|rubbed( off)?|is all) (on|onto|over) (to )?(my|our|the|a) (\\w+ )?(child|kid|kids|baby|toddler|son|daughter|grand\\w+|wife|girlfriend|partner)\\b',
    ),
  ],
  [
    'collapse',
    any(
      "passed out|pass(ing)? out|black(ed|ing) out|faint(ed|ing|s)?\\b|seizure|convuls|unconscious|unresponsive|not responding|won'?t wake up|collapsed?\\b|over.?dos(e|ed|ing)\\b",
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

/** Words the patterns stand on, recognised with one slip of the finger. */
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

/** The emergency a message speaks of, or null. The same on both sides, so that help shows without the server. */
export function emergencyIn(message: string): EmergencyKind | null {
  const plain = normalise(message).replace(/[.:-]+(?=\s|$)/g, '');
  for (const text of [plain, repaired(plain)])
    for (const [kind, pattern] of PATTERNS) if (pattern.test(text)) return kind;
  return null;
}
