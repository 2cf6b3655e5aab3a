import { describe, expect, it } from '@jest/globals';
import { mayTellOfOneself } from '../assistant/own-history.js';
import { TODAY, factsWith } from './fixtures/facts.js';
import { hasUnreadWarning, historyTexts, messageReadsAsHistory } from './history.js';
import { OTHER_LANGUAGE, isInOtherLanguage } from './other-language.js';
import { evaluateRules } from './rules/evaluate.js';
import { sha256 } from './sha256.js';

const OTHER = [
  'Seit der Prostatakrebs-OP 2022 nur noch müde',
  'Ich hatte letzte Woche eine Lungenembolie und war im Krankenhaus',
  'ich hatte einen Schlaganfall',
  'Herzinfarkt 2021',
  "J'ai eu une embolie pulmonaire la semaine dernière",
  'jai fait un infarctus et je suis sous anticoagulants',
  'cancer de la prostate, opéré en 2019, je prends du Xarelto',
  'Ho avuto un infarto la settimana scorsa, sono stato in ospedale',
  'operato alla prostata per un cancro',
  'Tive uma trombose na perna e estou tomando remédio',
  'fiz cirurgia de coração no ano passado',
  'Tôi bị ung thư tuyến tiền liệt',
  'toi bi dau nguc tuan truoc',
  'tôi đã bị đột quỵ năm ngoái',
  'nagkaroon ako ng atake sa puso noong isang taon',
  'may kanser po ako sa prostate',
  'mwen te gen yon kriz kè',
  'mwen te opere pou kanse pwostat',
  'miałem zawał serca w zeszłym roku',
  'mam raka prostaty',
  'у меня был инфаркт',
  'рак',
  '我有前列腺癌',
  '心梗',
  '心臓発作がありました',
  '전립선암 수술을 받았습니다',
  'كان عندي جلطة في الرئة',
  'יש לי סרטן',
  'मुझे दिल का दौरा पड़ा था',
  'είχα έμφραγμα',
  'หัวใจวาย',
  'Mein Vater sagt ich brauche eine Pause, aber die Beine sind dick',
  "On m'a posé un stent au mois de mai",
  "j'ai mal à la jambe depuis mon voyage, je prends de l'Eliquis",
  'mi hanno messo uno stent a maggio',
  'tive um infarto em março e coloquei um stent',
  'Tôi có cục máu đông ở chân',
  'naoperahan ako sa prostate noong Mayo',
  'mwen gen maladi kè epi mwen pran medikaman',
  'mam zakrzepicę w nodze od maja',
  'lekarz powiedział że mam raka',
  'gestern war ich beim Kardiologen, Stent gesetzt',
  'Ich wohne jetzt in Berlin und brauche mein Rezept',
  'bonjour, je voudrais changer mon rendez-vous',
  'kumusta po, masakit ang ulo ko',
  'Obrigado, doutor! Quando é a próxima consulta?',
];

const KNOWN = [
  'Hola doctor, ¿me puede cambiar la cita para el martes? Gracias, la próxima semana no puedo',
  'Me duele la cabeza, tomé ibuprofeno y ya me siento mejor',
  'Mi esposa y yo fuimos a la playa, todo bien con el gel',
  'Dr. François and Dr. Müller at the Höpital',
  'my cardiologist is Dr. Müller',
  'dr françois referred me, dr gonçalves did my labs',
  'status post appendectomy, per os, in situ, de novo, ad lib, prn',
  'lisinopril 10 mg po bid, metformin 500, atorvastatin 40 mg qhs',
  'Lantus 20 units, Humalog, Jardiance, Ozempic 0.5 mg/week',
  'β-blocker, α-lipoic acid, 5 µg vitamin D, ω-3',
  'café au lait spots, naïve T cells, crème brûlée, déjà vu',
  "c'est la vie",
  'hasta mañana, gracias; my wife says hola',
  'Me operaron de la rodilla en 2015 y me siento cansado',
  'mi presiòn està bien, tambièn mi peso',
  'Me mudé a Texas el mes pasado, el médico puso un suero',
  'no sé qué dosis, el niño se puso mi gel',
  'pingüino, vergüenza, antigüedad',
  'voy al doctor Nguyen, y a la Dra. Lê',
  'José Ángel Núñez, Łukasz, Đặng',
  'ate açaí bowls every day',
  "Sjögren, Ménière's disease, Guillain-Barré, Behçet, Raynaud",
  'Coup de grâce for my knees',
  'I drive for Uber, die hard fan, war veteran, was in the army',
  'PAS, EST, MIT, IST, AI, ED, ng/dL, KO',
  'Müller-Weiss tear, Köbner phenomenon',
  'Du Pont, von Willebrand disease, de Quervain, Le Fort',
  'Tylenol, Advil, Café Bustelo, Häagen-Dazs',
  'ﬁne, ½ tablet, 2ª dosis, nº 3',
  '😀😀😀 great',
  'Ich bin ein Berliner haha',
];

describe('a text in another language', () => {
  it.each(OTHER)('is told: %s', (text) => {
    expect(isInOtherLanguage(text)).toBe(true);
    expect(messageReadsAsHistory(text)).toBe(true);
  });

  it.each(KNOWN)('is not: %s', (text) => expect(isInOtherLanguage(text)).toBe(false));

  it('counts as history that no clinician has read, whatever question it answers', () => {
    const text = 'Seit der Prostatakrebs-OP 2022 nur noch müde';
    const intake = { lack_of_energy_details: text } as const;
    const fired = (read: boolean): boolean =>
      evaluateRules(
        factsWith({
          intake,
          history_reviewed: read ? [{ field: 'lack_of_energy_details', text_sha256: sha256(text) }] : [],
        }),
      ).results.some((result) => result.rule_key === 'unread_history' && result.fired);
    expect(historyTexts(intake)).toMatchObject([
      { field: 'lack_of_energy_details', matched: [OTHER_LANGUAGE] },
    ]);
    expect(hasUnreadWarning(intake)).toBe(true);
    expect([fired(false), fired(true)]).toEqual([true, false]);
    expect(historyTexts({ lack_of_energy_details: 'tired since the operation' })).toEqual([]);
  });

  it('is marked in a message and at a safety check', () => {
    const told = (kind: 'message' | 'conditions') =>
      hasUnreadWarning({}, [], [{ check_id: 'c', on: TODAY, at: null, kind, text: 'у меня был инфаркт' }]);
    expect([told('message'), told('conditions')]).toEqual([true, true]);
  });

  it('can be sent to the care team from the assistant', () => {
    expect(mayTellOfOneself('Ich hatte letzte Woche eine Lungenembolie')).toBe(true);
    expect(mayTellOfOneself('how do I store the gel')).toBe(false);
  });
});
