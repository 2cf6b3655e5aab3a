import { tellsInPlainWords } from './plain-news.js';

/** What men write in an intake who have nothing to tell: wishes, habits, work and how they feel, in words that mean nothing else. */
const WORDS = `
a about ago active activity after afternoon again age all almost along also always am an and any anymore anything are around as at
bad back balance be because been before being belly better between big bit body both build building but by
calm can cant change changed clear clearer concentrate concentration confidence confident constantly could
daily day days decent depends desire did didnt diet different do does doesnt doing done dont down drive during
each early easier easily eat eating enjoy enough energetic energy erection erections especially even evening evenings ever every everything
exercise exercising exhausted
fair fall falling family fast fat fatigue fatigued feel feeling feels few fine fit fitness focus focused for friday from fun
gain gained general get gets getting go goes going good great gradual gradually gym
had happier happy hard harder has have havent having he healthier healthy help her here him hobbies home hope hoping hour hours how
i id if im improve improved improvement in increase increased interest interested into irritable is it its ive
job just keep keeping kind
lack lately late later lazy lean leaner less let lift lifting lifts like little live living long longer look looking lose losing lost lot lots
love low lower
made mainly maintain make makes making many marriage maybe me mid midday mild monday mood moods months more morning mornings most mostly
motivated motivation much muscle muscles my myself
n/a need never new nice night nights no none normal not nothing now
of often ok okay old older on once one only or other our out over overall
partner past per performance perform physical physically poor power pretty proper
quality quickly quite
rarely raise ready really recover recovery regain regular regularly relationship rest restore retain return
same saturday saying see seem seems self sense set sex sexual sexually she sleep sleeping sleepy slow slowed slower slowly so some someone
something sometimes soon sports stamina start started stay steadier steady still strength stress stressed strong stronger such sunday sure
than that through the their them then there they things think thinking this though thursday time times tire tired tiring to today together too toward
training tuesday two twice
under unmotivated until up us usual usually
very vitality
wake waking walk walking want wanted wants was way we weak weaker wednesday week weekend weekends weeks weight weights well went were what when
where while who wife will with without woke work workday working workout workouts worse would wouldnt
three four five six seven eight nine ten several couple since last spring summer winter college life year years yes yet you young younger yoga
basketball baseball bike biking cardio cycling dog dogs football golf hike hiking hockey jog jogging pickleball running run runs soccer softball
stretching surfing swim swimming tennis treadmill weightlifting jiu jitsu boxing rowing
balanced breakfast carbs chicken cook cooked cooking food foods dinner fish fruit fruits home-cooked lunch meat protein salad salads snacks sugar vegetables veggies water
bench brain fog foggy foggier couch deadlift iu lbs math nap naps pounds press science squat squats teach teaches
appointment chat discuss follow-up phone question questions reschedule schedule talk talking video visit
ads advertisement bing facebook friend friends google instagram internet online podcast podcasts radio reddit referral referred search tiktok website youtube
coffee soda mediterranean keto paleo vegetarian vegan fasting intermittent
multivitamin multi-vitamin vitamin vitamins d d3 c b b12 zinc magnesium creatine omega whey electrolytes fiber turmeric ashwagandha
cigarette cigarettes cigar cigars pipe vape vaping vapes tobacco dip chew chewing snuff pouch pouches zyn hookah pack packs smoke smoked smoking nicotine
mile miles minutes minute laps steps elliptical stairmaster stairs crossfit pilates bodyweight hiit calisthenics kettlebell kettlebells dumbbells barbell circuit interval intervals rower machines
whole grains rice pasta bread eggs beef steak fast-food junk fried takeout clean organic vegetable greens smoothie smoothies shakes shake portions calories calorie carb low-carb
high-protein standard american regular home-made homemade mix mixed variety average
divorce divorced money finances bills commute deadlines moving parenting school traffic
accountant actor analyst architect artist attorney baker banker barber bartender builder bus business businessman butcher carpenter cashier chef
clerk coach coder communications computer consultant construction contractor cook customer data delivery design designer desk developer
director dispatcher driver editor education electrician engineer engineering entrepreneur estate executive factory farm farmer finance fireman
firefighter foreman freelance gardener government guard hr hvac insurance inspector installer investor it janitor journalist joiner laborer
landscaper lawyer librarian logistics machinist mailman maintenance management manager manufacturing marketing mason mechanic merchant miller
musician office officer operations operator owner painter paralegal pilot plumber police policeman postal principal producer product professor
programmer project property real realtor recruiter remote restaurant retail retired roofer salesman sales salesperson scientist security
self-employed server service shop software specialist store student supervisor support surveyor systems teacher tech technician technology
trades trucker truck unemployed waiter warehouse welder writer
`;
/** What patients on treatment write about besides: visits, orders on their way, bills, and courtesy. */
const ERRANDS = `
hi hello hey dear dr doctor doc please thanks thank thx regards sincerely cheers welcome
may might move cancel call called confirm available availability let know schedule scheduled email link join zoom
prescription prescriptions refill refills rx order ordered pharmacy ship shipped shipping shipment arrive arrived deliver delivered delivery
package parcel tracking send sent receive received mail box supplies syringe syringes needle needles
insurance bill billing invoice payment pay paid price cost copay coverage card account login password portal app form document pdf upload uploaded
vacation travel traveling trip
why which receipt receipts fee fees copays deductible traveling parking holiday holidays charged
left right thigh belly abdomen glute glutes deltoid arm shoulder sore
`;
/** Said to someone who has answered, with nothing to answer. */
const COURTESY = `
thanks thank thx you ty ok okay great good perfect sounds will do got it see then bye cheers appreciate appreciated much very so
dr doctor doc understood noted for the your help answer reply
`;
const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
const EVERYDAY = listed(WORDS);
const ERRAND = listed(ERRANDS);
const COURTEOUS = listed(COURTESY);
const WORD = /[\p{L}\p{N}]+(?:[-/'’][\p{L}\p{N}]+)*/gu;

/**
 * Whether each word of a text is an everyday one: another may tell of a medicine, an illness or an event, in whatever words.
 * @param isKnown of a word that says nothing where this question is asked
 */
export const saysEverydayThings = (text: string, isKnown?: (word: string) => boolean): boolean =>
  (text.toLowerCase().match(WORD) ?? []).every(
    (word) =>
      isKnown?.(word) ||
      EVERYDAY.has(word) ||
      EVERYDAY.has(word.replace(/['’]/g, '')) ||
      word.split(/[-/]/).every((part) => EVERYDAY.has(part)),
  );

const SENDING =
  '(?:box|package|parcel|order|delivery|mail|letter|email|message|refill|supplies|bill|invoice|receipt|form|link|reminder)s?';
const HOLIDAY =
  "(?:thanksgiving|christmas|xmas|hanukkah|easter|holidays?|new years?(?:[’']s)?(?: (?:eve|day))?|labor day|memorial day|fourth of july|4th of july|independence day|weekend|birthday)";
const DAY = '(?:today|tomorrow|tonight|this \\w+|next \\w+|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)';
const OFFICE = '(?:you|you guys|the office|the clinic|your office|your clinic|the front desk)';
/** Holidays, opening hours, how one gets there, what arrived, bills and thanks: as phrases, since their words alone may tell of anything. */
const PHRASES = new RegExp(
  [
    `(?:(?:happy|merry|enjoy (?:the|your)|have a (?:great|good|nice|happy|merry|lovely)|over|on|for|during|before|after) )?(?:the )?${HOLIDAY}`,
    `(?:are|is|will|when|what time|how late|how long|do|does) (?:(?:are|is|will|do|does) )?${OFFICE} (?:be )?(?:still )?(?:open(?:ed)?|closed?|closing|opening|there)(?: (?:on|at|until|by|over|for|up))?(?: ${DAY})?`,
    '(?:opening|office|business) hours',
    `(?:got|received|have|picked up) (?:the|my|your) ${SENDING}`,
    `(?:the|my|your) ${SENDING} (?:just |has |have |finally )*(?:came|come|got here|is here|arrived|is there)`,
    `(?:can|could|will|would) (?:the|my) ${SENDING} (?:come|arrive|ship|be sent) (?:sooner|earlier|faster|later)`,
    `(?:leave|left|drop|put) (?:the|my) ${SENDING} (?:at|by|on|with) the (?:front door|back door|door|porch|garage|neighbor|desk)`,
    `sign for (?:the ${SENDING}|it)`,
    `(?:${SENDING}|appointment|visit|call|come|open|closed) (?:(?:is|be|for|on|in|the|to|by) )*${DAY}`,
    '(?:(?:my|the|our) )?next (?:week|month|visit|appointment|order|refill|delivery|shipment|monday|tuesday|wednesday|thursday|friday|saturday|sunday)',
    '(?:park|drive|way|parking|come|get) (?:at|to|near|by) the (?:clinic|office)|where (?:can|do|should) i park(?: my car)?',
    '(?:video|phone) (?:call|visit|appointment)(?: instead)?',
    '(?:insurance|plan|it|this|that) (?:still )?cover(?:s|ed)?(?: (?:this|that|it))?|cover (?:this|that)',
    '(?:phone|cell|order|tracking|account|reference|confirmation) number(?: (?:is|has) changed| changed)?',
    'charged (?:me )?(?:twice|two times|double)',
    '(?:to|and|for) (?:you(?: and)? )?(?:the|your|the whole|your whole) (?:team|staff)|you (?:and the team|all|too|guys)',
    '(?:quick|fast|kind|helpful) (?:answer|reply|response|help)|(?:all )?your (?:help|answer|reply|time|patience|support)',
    "(?:come (?:in )?at )?(?:instead of )?\\d{1,2}(?::\\d\\d)? ?(?:am|pm|a[.]m[.]|p[.]m[.]|o[’']?clock)",
    '(?:noon|midday) (?:on|this) \\w+',
    '(?:(?:^|[,.!?\\n] ?)(?:ok(?:ay)?|great|thanks|thank you|perfect|yes),? )?got it(?= ?(?:[,.!?\\n]|thanks|thank you|$))',
  ]
    .map((phrase) => `(?<![\\w’'-])(?:${phrase})(?![\\w’'-])`)
    .join('|'),
  'gi',
);

/** Whether a text outside the form says more than that, so that a clinician has to read it. */
export const saysMoreThanErrands = (text: string): boolean =>
  !saysEverydayThings(text.replace(PHRASES, ' '), (word) => ERRAND.has(word)) || tellsInPlainWords(text);

const GREETINGS = new RegExp(
  `(?<![\\w’'-])(?:(?:happy|merry|have a (?:great|good|nice)) (?:${HOLIDAY}|day|evening|week)|you too|good (?:morning|afternoon|evening))(?![\\w’'-])`,
  'gi',
);
/** Whether a reply only thanks: "Yes, both" answers a question, however plain its words. */
export const onlyThanks = (text: string): boolean =>
  (text.replace(GREETINGS, ' ').toLowerCase().match(WORD) ?? []).every((word) => COURTEOUS.has(word));
