import { describe, expect, it } from '@jest/globals';
import { BLIND_DANGEROUS, BLIND_HARMLESS } from '../../test/assistant/blind-wordings.js';
import { UNSEEN_DANGEROUS } from '../../test/assistant/unseen-dangerous.js';
import { UNSEEN_HARMLESS } from '../../test/assistant/unseen-harmless.js';
import { detectEmergency, emergencyKinds, EMERGENCIES, type EmergencyKind } from './emergency.js';
import { soundOf, stretchesOf } from './emergency-features.js';
import { emergencyKindsByPattern } from './emergency-patterns.js';

const dangerous = Object.entries(UNSEEN_DANGEROUS).flatMap(([kind, texts]) =>
  texts.map((text) => ({ kind, text })),
);
const percent = (part: number, whole: number): number => (100 * part) / whole;

describe('wordings of people who did not know the detector', () => {
  it('are found, and everyday ones left alone', () => {
    const found = BLIND_DANGEROUS.filter(([, text]) => detectEmergency(text));
    const alarms = BLIND_HARMLESS.filter((text) => detectEmergency(text));
    expect(BLIND_DANGEROUS.length + BLIND_HARMLESS.length).toBe(640);
    expect(percent(found.length, BLIND_DANGEROUS.length)).toBeGreaterThanOrEqual(90);
    expect(percent(alarms.length, BLIND_HARMLESS.length)).toBeLessThanOrEqual(4);
  });
});

describe('wordings kept out of training', () => {
  it('are found, and everyday messages left alone, as often as docs/assistant.md promises', () => {
    const found = dangerous.filter(({ text }) => detectEmergency(text));
    const alarms = UNSEEN_HARMLESS.filter((text) => detectEmergency(text));
    const right = found.filter(({ kind, text }) => emergencyKinds(text).includes(kind as EmergencyKind));
    process.stdout.write(
      `emergencies never seen: found ${found.length} of ${dangerous.length}, of the right kind ${right.length}; false alarms ${alarms.length} of ${UNSEEN_HARMLESS.length}\n`,
    );
    expect([dangerous.length, UNSEEN_HARMLESS.length].every((n) => n >= 200)).toBe(true);
    expect(percent(found.length, dangerous.length)).toBeGreaterThanOrEqual(85);
    expect(percent(alarms.length, UNSEEN_HARMLESS.length)).toBeLessThanOrEqual(5);
  });
});

describe('the kind that the words name', () => {
  it.each<[string, EmergencyKind[]]>([
    ['I am pregnant', ['child_exposure']],
    ['I gave some of my T to my brother', ['child_exposure']],
    ['My brother used some of my testosterone', ['child_exposure']],
    ['Been doing 200 instead of 80', ['too_much']],
    ['The docs found a clog in my leg vein, on pills for it now', ['clot']],
    ['Wife says I am raging and broke a door', ['self_harm']],
    ['My blood count at the Red Cross was 18.9', []],
    ['My breasts are growing and leaking', []],
    ['My breasts are growing and my chest hurts', ['heart_or_breathing']],
    ['I am pregnant and my chest hurts', ['heart_or_breathing']],
  ])('%s', (text, kinds) => expect(emergencyKinds(text)).toEqual(kinds));
});

describe('what must never be missed', () => {
  it.each([
    ['short of breath? no, but my chest hurts', 'heart_or_breathing'],
    ['chest pain? no. more like crushing pressure in my chest', 'heart_or_breathing'],
    ['chest pain? no. cant breathe though', 'heart_or_breathing'],
    ['chest pain? no idea, maybe', 'heart_or_breathing'],
    ['Short of breath? no. Chest pain? yes', 'heart_or_breathing'],
    ['bad luck, I think I am having a stroke', 'stroke'],
    ['im having crushing chest pane', 'heart_or_breathing'],
    ['chest payne', 'heart_or_breathing'],
    ['my hart hurts real bad and im sweating', 'heart_or_breathing'],
    ['coffing up blood since this mornin', 'heart_or_breathing'],
    ['coffing blood', 'heart_or_breathing'],
    ['Im coffing some blood today', 'heart_or_breathing'],
    ['blood when i coff', 'heart_or_breathing'],
    ['took 10 shots', 'too_much'],
    ['I took ten shots of my testosterone', 'too_much'],
    ['gave myself 5 shots at once', 'too_much'],
    ['cant feel my right arm and talking funny', 'stroke'],
    ['cant move my left side', 'stroke'],
    ['i cant see out of one eye all of a sudden', 'stroke'],
    ['my kid got my gel on him', 'child_exposure'],
    ['my pregnant wife got my gel on her belly', 'child_exposure'],
    ['I want to die', 'self_harm'],
    ['i dont wanna be alive no more', 'self_harm'],
    ['quiero morirme', 'self_harm'],
    ['me falta el aire', 'heart_or_breathing'],
    ['tengo ganas de desaparecer para siempre', 'self_harm'],
    ['s u i c i d e', 'self_harm'],
    ['I keep planning to drive my truck off the bridge', 'self_harm'],
    ['gonna jump in front of the train tomorrow', 'self_harm'],
    ['bullet is loaded', 'self_harm'],
    ['i cut my wrists', 'self_harm'],
    ['me quiero colgar', 'self_harm'],
    ['erection since yesterday', 'priapism'],
    ['thinking of s.u.i.c.i.d.e', 'self_harm'],
    ['I want to k i l l m y s e l f', 'self_harm'],
    ['15 of my anastrozole', 'collapse'],
    ['I took 15 of my anastrozole', 'collapse'],
    ['gonna do it tonight, pills are ready', 'self_harm'],
    ['been cutting again', 'self_harm'],
    ['voy a matar a mi jefe', 'self_harm'],
    ['me tome 20 de mis pastillas, took 20 of my zoloft', 'collapse'],
  ])('%s', (text, kind) => expect(emergencyKindsByPattern(text)).toContain(kind));

  it('is found in a long message, and each kind of it', () => {
    const text =
      'Thanks for the labs. My knee is better and work is fine. I want to die. Also my calf is swollen and red. See you Monday.';
    expect(emergencyKinds(text)).toEqual(['self_harm', 'clot']);
  });
});

describe('wordings of a reviewer', () => {
  it.each([
    ['i took 12 tylenol pms and feel sleepy', 'collapse'],
    ['planning to check out for good', 'self_harm'],
    ['I bought the rope and I know which beam', 'self_harm'],
    ['Nobody will have to deal with me after Sunday', 'self_harm'],
    ['I do not see myself at Christmas', 'self_harm'],
    ['I have stopped eating so it will be over sooner', 'self_harm'],
    ['Mom will find me in the morning', 'self_harm'],
    ['bought a rope today', 'self_harm'],
    ['my 3 year old put her hands on my gel', 'child_exposure'],
    ['se me duerme el brazo izquierdo', 'stroke'],
    ['wrote letters to my kids, the gun is loaded', 'self_harm'],
    ['mi niño se puso mi gel en la cara', 'child_exposure'],
    ['swallowed 25 benadryl an hour ago', 'collapse'],
    ['siento que me aplastan el pecho', 'heart_or_breathing'],
  ])('found: %s', (text, kind) => expect(emergencyKinds(text)).toContain(kind));

  it.each([
    'I want to feel like myself again',
    'I just want my life back',
    'I want to feel alive again',
    'I want to enjoy life again',
    'Be a better husband and father',
    'DVT left leg, Factor V Leiden',
    'I used to love life, want that feeling again',
    'Quiero rendir mejor con mi esposa',
    'Gout, left big toe',
    'picked up my pills today',
    'PE 2016 after knee surgery, no longer on thinners',
    'we tied the boat with a rope',
    "I've been cutting again on weekends only, carbs mostly, no beer",
  ])('left alone: %s', (text) => expect(emergencyKinds(text)).toEqual([]));
});

describe('doses that were lost, and harmless counts', () => {
  it.each([
    'Two doses spilled on the floor',
    'I spilled two doses',
    'I dropped the vial and lost three doses',
    'Se me cayeron dos dosis al piso',
    'I have 15 of my anastrozole left',
    'Quiero que desaparezca el acne',
    'I take vitamins A B C D E',
    'I took 10 shots so far and feel better',
    'I have taken 5 shots and nothing changed',
    'We took 20 shots of the view from the top',
    'Had coffee, then my blood pressure was fine',
  ])('%s', (text) => expect(emergencyKinds(text)).toEqual([]));
});

describe('sentences that deny, tell of the past or ask in general', () => {
  it.each([
    "I'm hopeless at math",
    'the dog ate my lab paper',
    'my wife passed out flyers for the clinic',
    'no chest pain or shortness of breath',
    'my dad had a heart attack at 70',
    'I had a blood clot in 2009',
    'can testosterone cause a stroke',
  ])('%s', (text) => expect(detectEmergency(text)).toBeNull());

  it.each([
    'no pain in my chest and no trouble breathing',
    'I have no swelling in my legs',
    'denies chest pain, shortness of breath, or leg swelling',
    'I had no fever and the site is not red',
    'sin dolor de pecho ni falta de aire',
    "can't feel my face when it's cold outside",
    'me duele el brazo donde me inyecte',
    'I pee a lot at night since starting',
    'heart set on the gel, is that covered?',
    'power went out and i blacked out the windows, can i keep the vial in the dark',
    'dad had a blood clot ten years ago, does it matter for me',
    'no me duele el pecho ni nada, todo bien',
    'gracias por todo, me siento mucho mejor',
    'my face is breaking out, some acne on the jaw',
    "I can't breathe a word of it at work",
    'my chest looks bigger since i started lifting',
    'my headache is gone since we lowered the dose',
    'breast lump under my nipple',
    'urologo dice que tengo un bulto en la prostata',
    'had a lump taken out of my breast in 2015, it was benign',
    'short of breath? no. all fine',
    'Chest pain: no',
    'Am I short of breath? No.',
    'Chest pain? No. Short of breath? No. When can I refill?',
    'I had a stroke of bad luck',
    'I had a stroke of really bad luck and the pharmacy is closed',
    'no sleep apnea, no chest pain',
  ])('denied or harmless: %s', (text) => expect(emergencyKinds(text)).toEqual([]));

  it.each([
    ['no chest pain anymore but my arm is numb', 'stroke'],
    ["no pain in my chest, just can't breathe", 'heart_or_breathing'],
    ['no fever, chest pain since noon', 'heart_or_breathing'],
    ['no fever and chest pain', 'heart_or_breathing'],
    ['no relief from chest pain', 'heart_or_breathing'],
    ['I never had chest pain like this', 'heart_or_breathing'],
    ["haven't had shortness of breath this bad before", 'heart_or_breathing'],
    ["I don't have chest pain so bad I can't talk but it hurts", 'heart_or_breathing'],
    ['no swelling in my legs until today, now the left calf is huge and red', 'clot'],
    ["can't breathe, a word of advice please", 'heart_or_breathing'],
    ['had a lump removed and now I have chest pain', 'heart_or_breathing'],
    ['gonna drive off the bridge tonite', 'self_harm'],
    ['whats the point of the refill i wont be here by xmas', 'self_harm'],
    ['dont bother with the refill i wont be around', 'self_harm'],
    ['no thoughts of hurting myself', 'self_harm'],
  ])('not denied: %s', (text, kind) => expect(emergencyKinds(text)).toContain(kind));

  it.each([
    'I cannot pee at all since yesterday',
    "haven't been able to urinate for 12 hours",
    "I haven't peed since last night and my belly is hard",
    'no he podido orinar desde ayer',
  ])('not being able to urinate: %s', (text) => expect(emergencyKinds(text)).toContain('urinary_retention'));

  it.each([
    ['my left testicle suddenly hurts so bad i threw up', 'testicular_pain'],
    ['woke up with severe pain in my right ball', 'testicular_pain'],
    ['sudden terrible testicle pain since an hour ago', 'testicular_pain'],
    ['i think i twisted a nut, it swelled up', 'testicular_pain'],
    ['me duele un testiculo de repente, muy fuerte', 'testicular_pain'],
    ['my blood sugar is 540 and i am peeing all the time', 'blood_sugar'],
    ['glucose 612 this morning', 'blood_sugar'],
    ['the meter just says HI', 'blood_sugar'],
    ['sugar dropped to 42, shaking', 'blood_sugar'],
    ['azucar en 480', 'blood_sugar'],
    ['I have all my pills out on the bed tonight', 'self_harm'],
    ['took all my pills out, tonight is the night', 'self_harm'],
    ['got all of the pills lined up', 'self_harm'],
  ])('needs care now: %s', (text, kind) => expect(emergencyKinds(text)).toContain(kind));

  it.each([
    'my testicles got smaller since I started',
    'my balls ache a little after the gym',
    'do testicles shrink on TRT?',
    'I had testicular torsion as a kid',
    'fasting glucose 98, A1c 5.4',
    'my glucose is 110',
    'I cut sugar to 30 grams a day',
    'glucose went down 40 points',
    'I said hi to the nurse about my meter',
    'had eggs and nuts, terrible heartburn later',
    'I took all my pills today as told',
  ])('not one of them: %s', (text) =>
    expect(emergencyKinds(text)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/testicular|sugar|self/)]),
    ),
  );

  it('do not hide what comes with them', () => {
    expect(detectEmergency('My dad had a heart attack at 70. I have chest pain.')).toEqual({
      kind: 'heart_or_breathing',
    });
    expect(detectEmergency('no fever but I have chest pain')).toEqual({ kind: 'heart_or_breathing' });
  });
});

describe('what stands below a subject, in few words', () => {
  const SUBJECTS = ['', 'Hello\n', 'Question about my plan\n'];
  it.each([
    ['self_harm', 'the belt is over the door already'],
    ['self_harm', 'got the shotgun in the truck, this is it'],
    ['self_harm', "pistol's on the seat next to me, guess this is it"],
    ['child_exposure', 'My wife used it too'],
    ['child_exposure', 'I put it on and then held the baby'],
    ['child_exposure', 'my kid brother has been using some of mine'],
    ['child_exposure', 'rubbed it on and carried my newborn right after'],
    ['heart_or_breathing', 'I do it in my arm vein'],
  ])('%s is %s', (kind, text) => {
    for (const subject of SUBJECTS) expect(emergencyKinds(subject + text)[0]).toBe(kind);
  });

  it.each([
    'I have six left',
    'I am up all night',
    'I have to go every ten minutes at night and not much comes',
    'I have it too, like my dad',
    'I am expecting a baby',
    'It came back, and it has spread',
    'It is big on one side',
    'the spot has grown',
    'This is my last week',
    'I shoot hoops with my son',
    'They cut it out of me down there at the VA and now I get the beams every weekday',
    'we are hoping for a third kid next year',
  ])('no emergency: %s', (text) => {
    for (const subject of SUBJECTS) expect(emergencyKinds(subject + text)).toEqual([]);
  });
});

describe('despair, a stroke that passed and a fever, in plain words', () => {
  it.each([
    ['self_harm', 'i got my dads gun in the truck and idk how much longer i can do this'],
    [
      'stroke',
      'while i was shaving today my left hand just quit working for like ten minutes and i couldnt get words out, its better now. do i still take friday shot?',
    ],
    ['infection', 'got the shakes and chills fever of 39.8, injection site red streaks goin up my leg'],
    ['self_harm', 'glock in my lap, tired of fighting'],
    ['self_harm', 'dont know how many more days i can hold on'],
    ['stroke', 'couldnt say a sentence for a while this morning'],
    ['allergy', 'almost passed out laughing, then my tongue got swollen'],
    ['collapse', 'had a headache, took a lot of tylenol, passed out'],
    ['self_harm', 'idk how much longer i can keep going like this'],
    ['self_harm', 'dont know how much longer i can hang on'],
    ['self_harm', 'got my grandpas shotgun in the closet and im tired of fighting'],
    ['self_harm', 'i have a pistol in the nightstand and i cant do this anymore'],
    ['stroke', 'my right arm stopped working for a few minutes yesterday'],
    ['stroke', "couldn't find my words for five minutes at breakfast, fine now"],
    ['stroke', 'at lunch my words came out jumbled and my hand went limp'],
    ['stroke', 'this morning my face quit moving on one side, ok now, can i take my gel'],
    ['stroke', "my leg wouldn't move right for a minute and i couldnt form sentences"],
    ['infection', 'chills, temp of 103 and red streaks from where i inject'],
    ['infection', '39.5 fever and the shot site has red lines going up my thigh'],
    ['infection', 'shivering with a fever, my glute injection is hot and swollen'],
    ['too_much', 'I took 8 pumps instead of 2 this morning'],
    ['too_much', 'took two shots monday instead of one'],
    ['collapse', 'I passed out laughing and hit my head'],
    ['stroke', 'lost sight in my left eye'],
    ['allergy', 'my face is less red but my tongue is swollen'],
    ['stroke', 'had a headache yesterday, worst headache of my life, gone now'],
    ['collapse', 'wife is unconscious, i am not'],
    ['too_much', 'took my dose at 8 instead of 7 pumps I did 14 pumps, too much'],
    ['collapse', 'had an overdose on main road'],
    ['self_harm', 'my wife wants to live, i do not'],
    ['heart_or_breathing', 'had chest pain, gone now'],
  ])('%s is %s', (kind, text) => expect(emergencyKinds(text)).toContain(kind));
});

describe('another time, what got better, figures of speech, and what others take', () => {
  it.each([
    'I took my dose at 8 instead of 7 this morning',
    'I did my shot on Tuesday instead of Monday',
    'took the gel at 9pm rather than 7am',
    'I used my gel at night instead of in the morning',
    'applied it around 10 instead of 8',
    'the pharmacy is on Overdose Rd? kidding, Overlook Rd',
    'we eat at the Heart Attack Grill sometimes',
    'turn left on Stroke Road for the lab',
    'My face is less puffy since we lowered the dose',
    'my ankles are not as swollen on the lower dose',
    'my lips are no longer puffy after i switched soap',
    'my face looks much less swollen than last month',
    'I nearly passed out laughing at your hold music',
    'almost died laughing at the cartoon in the waiting room',
    'nearly fainted from boredom on hold',
    "could've collapsed laughing",
    'had a headache last tuesday, took tylenol, gone',
    'got a little headache after the first shot, went away by noon',
    'had a mild headache on friday, drank water, all better',
    'had some cramps sunday, cleared up',
    'lost sight of my paperwork, can you resend',
    'I lost sight of the refill date',
    'we lost sight of what the plan was, can you explain',
    'my left arm is where i did the shot this week',
    'this week the right thigh is where the needle goes',
    'left glute is my spot on mondays',
    'broke up with my girlfriend, I am fine, working out a lot',
    'split with my wife in march, doing ok, gym every day',
    'got divorced last year, feeling good, new job',
    'wife is on clomid, i am not',
    'my brother takes metformin, I do not',
    "my buddy is on the gel, i'm not",
    'idk how much longer i can wait for the refill',
    'not sure how much longer I can do this diet',
    "I can't find the words to thank you",
    'my hand stopped hurting',
    'I keep my gun locked, no one can reach it or the vials',
    "i'm done with work at 5 and have a shotgun class after",
    'convert 1 ml of 200 mg/ml to mg and tell me if I should take it',
    'convert 0.5 cc to units for me please',
    'I have a gun safe, can i store my vials there',
    'my scale stopped working',
    'my arm stopped working out was fun',
  ])('%s', (text) => expect(emergencyKinds(text)).toEqual([]));
});

describe('farewells, tablets of others and the puberty of a child', () => {
  it.each([
    ['self_harm', 'I wrote letters to the kids, they will find them on Monday'],
    ['self_harm', 'left a note for my wife, she will understand'],
    ['self_harm', 'I have had enough, Friday is the last day'],
    ['self_harm', 'Friday is the last day'],
    ['self_harm', 'Please look after my dog when I am not here anymore'],
    ['self_harm', 'take care of my kids when i am gone'],
    ['self_harm', "I swallowed all of my wife's sleeping tablets"],
    ['self_harm', 'took the whole bottle of her ambien'],
    ['child_exposure', 'Our four year old has grown hair between the legs since I use the cream'],
    ['child_exposure', 'since I started the gel my daughter has breast buds'],
  ] as const)('%s: %s', (kind, text) => expect(emergencyKinds(text)[0]).toBe(kind));

  it('a swallowed box of another medicine is no testosterone overdose', () => {
    expect(emergencyKinds("I swallowed all of my wife's sleeping tablets")).not.toContain('too_much');
  });

  it.each([
    'the price gave me a heart attack',
    'Your bill nearly gave me a heart attack',
    'that gave me a heart attack when I saw the invoice, can I pay monthly?',
    'Friday is the last day of my vacation',
    'I wrote a letter to the insurance, they will read it on Monday',
    'my neighbor will look after my dog when I am away',
    'I left a note for the driver at the door',
  ])('none: %s', (text) => expect(emergencyKinds(text)).toEqual([]));

  it('a price beside a chest pain hides nothing', () => {
    expect(emergencyKinds('the price gave me a heart attack and now my chest hurts')).toContain(
      'heart_or_breathing',
    );
  });
});

describe('each kind', () => {
  it('names whom to call', () => {
    expect(EMERGENCIES.self_harm.call).toEqual(['988', '911']);
    expect(EMERGENCIES.child_exposure.call).toEqual(['1-800-222-1222', '911']);
    for (const { call } of Object.values(EMERGENCIES)) expect(call).toContain('911');
  });
});

describe('reading', () => {
  it('hears misspelled words as the ones meant', () => {
    for (const [a, b] of [
      ['pane', 'pain'],
      ['payne', 'pain'],
      ['coffing', 'coughing'],
      ['hart', 'heart'],
      ['breth', 'breath'],
    ] as const)
      expect(soundOf(a)).toBe(soundOf(b));
    expect(soundOf('hurt')).not.toBe(soundOf('heart'));
  });

  it('takes a long text apart, and an empty one as nothing', () => {
    expect(stretchesOf('one two. three')).toEqual([['one', 'two'], ['three']]);
    expect(stretchesOf(Array.from({ length: 40 }, () => 'x').join(' ')).length).toBeGreaterThan(2);
    expect(stretchesOf(' ... ')).toEqual([]);
    expect(detectEmergency('')).toBeNull();
  });
});
