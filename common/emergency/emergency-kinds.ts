import type { FieldName } from '../intake/definition.js';

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
  'urinary_retention',
  'testicular_pain',
  'blood_sugar',
] as const;
export type EmergencyKind = (typeof EMERGENCY_KINDS)[number];

export interface Emergency {
  /** What it may be, for the care team. */
  label: string;
  /** What to do now. */
  text: string;
  /** The numbers to call, the first one first. */
  call: readonly string[];
  /** The article that says more. */
  slug: string | null;
}

/** What to do now, when a text mentions an emergency. */
export interface EmergencyAdvice {
  kind: EmergencyKind;
  title: string;
  text: string;
  /** The numbers to call, in order. */
  call: string[];
}

export const EMERGENCY_TITLE = 'Get help now';
const POISON_CONTROL = '1-800-222-1222';

/** Alerts of emergencies, one kind each; `assistant_emergency` is what older ones are called. */
export const emergencyAlertKey = (kind: EmergencyKind | 'low_mood'): string => `emergency_${kind}`;
export const EMERGENCY_ALERT_KEYS: readonly string[] = [
  'assistant_emergency',
  ...[...EMERGENCY_KINDS, 'low_mood' as const].map(emergencyAlertKey),
];
export const isEmergencyAlert = (key: string | null): boolean =>
  key !== null && EMERGENCY_ALERT_KEYS.includes(key);

/** What an alert of an emergency is about, where its words are not at hand; null for any other alert. */
export function emergencyAlertTitle(key: string): string | null {
  if (!isEmergencyAlert(key)) return null;
  const kind = EMERGENCY_KINDS.find((one) => emergencyAlertKey(one) === key);
  if (kind) return `Emergency: ${EMERGENCIES[kind].label}`;
  return key === emergencyAlertKey('low_mood') ? 'Emergency: very low mood' : 'Emergency';
}

export const EMERGENCIES: Readonly<Record<EmergencyKind, Emergency>> = {
  self_harm: {
    label: 'thoughts of suicide, self-harm or harming someone',
    text: 'If you or someone else may be in danger, call 911 now. You can call or text 988 at any hour and reach a trained crisis counselor. You are not in trouble for saying this. Please also tell someone near you.',
    call: ['988', '911'],
    slug: 'emergency-suicidal-thoughts',
  },
  heart_or_breathing: {
    label: 'chest pain, a racing heart or trouble breathing',
    text: 'Call 911 now for chest pain or pressure, trouble breathing or coughing up blood. Do not drive yourself and do not wait for a reply here. Tell the emergency team that you use testosterone.',
    call: ['911'],
    slug: 'emergency-chest-pain',
  },
  stroke: {
    label: 'signs of a stroke',
    text: 'Call 911 now for a drooping face, weakness or numbness on one side, slurred speech, sudden confusion or loss of vision, or the worst headache of your life. Note the time the signs began.',
    call: ['911'],
    slug: 'emergency-stroke-signs',
  },
  allergy: {
    label: 'a serious allergic reaction',
    text: 'Call 911 now for swelling of the face, tongue or throat, widespread hives or trouble breathing. Do not take that product again until a clinician tells you it is safe.',
    call: ['911'],
    slug: 'emergency-allergic-reaction',
  },
  blood_pressure: {
    label: 'very high blood pressure',
    text: 'With a reading of 180/120 or higher and chest pain, breathlessness, weakness, confusion, vision change or severe headache, call 911 now. Without symptoms, sit quietly, repeat it after 5 minutes, and contact a clinician the same day if it is still that high.',
    call: ['911'],
    slug: 'emergency-severe-blood-pressure',
  },
  priapism: {
    label: 'an erection that does not go away',
    text: 'An erection of more than 4 hours, painful or not, needs emergency care. Go to the nearest emergency department or call 911 now.',
    call: ['911'],
    slug: 'emergency-priapism',
  },
  clot: {
    label: 'signs of a blood clot in the leg',
    text: 'A swollen, painful, warm or red leg can be a clot. Get emergency care today. Call 911 now if you have chest pain or trouble breathing.',
    call: ['911'],
    slug: 'emergency-blood-clot',
  },
  collapse: {
    label: 'a collapse, a seizure, an overdose or heavy bleeding',
    text: 'Call 911 now for fainting, a seizure, an overdose, heavy bleeding or someone who does not respond. Do not drive yourself and do not wait for a reply here.',
    call: ['911'],
    slug: null,
  },
  too_much: {
    label: 'too much testosterone taken',
    text: 'Call Poison Control at 1-800-222-1222 now, or 911 if there is chest pain, breathlessness, weakness on one side, confusion or fainting. Take no more until your care team has told you when to resume.',
    call: [POISON_CONTROL, '911'],
    slug: 'urgent-too-much-testosterone',
  },
  infection: {
    label: 'signs of an infection where it was injected',
    text: 'Fever, chills, pus, spreading redness or a hot, growing lump where you inject can be a serious infection. Go to urgent care or an emergency department today. Call 911 now for confusion, fainting, trouble breathing or skin that turns black. Do not inject there again before a clinician has seen it.',
    call: ['911'],
    slug: null,
  },
  child_exposure: {
    label: 'someone else exposed to testosterone',
    text: 'Wash the skin with soap and water right away and call Poison Control at 1-800-222-1222. Call 911 if the person is sick. Stop contact with the application area and tell your care team today.',
    call: [POISON_CONTROL, '911'],
    slug: 'urgent-child-exposure',
  },
  urinary_retention: {
    label: 'not being able to urinate',
    text: 'Not being able to urinate at all for several hours needs care today, even without pain. Go to an emergency department or urgent care now. Call 911 for severe pain, fever or confusion.',
    call: ['911'],
    slug: null,
  },
  testicular_pain: {
    label: 'sudden pain in a testicle',
    text: 'Sudden or severe pain in a testicle can mean that it is twisted. It can be saved only within hours. Go to an emergency department now or call 911. Do not wait for a reply here.',
    call: ['911'],
    slug: null,
  },
  blood_sugar: {
    label: 'very high or very low blood sugar',
    text: 'With a blood sugar over 400, or a meter that reads “HI”, go to an emergency department now. Under 70, take sugar or juice now and measure again after 15 minutes. Call 911 for vomiting, confusion, fast breathing, fainting, or a low value that does not rise.',
    call: ['911'],
    slug: null,
  },
};

/** The card of the first kind to answer, or null. */
export const adviceFor = ([first]: readonly EmergencyKind[]): EmergencyAdvice | null =>
  first ? emergencyCard(first) : null;

/** What the calls answer with, to be read at once. */
export function emergencyCard(kind: EmergencyKind): EmergencyAdvice {
  const { text, call } = EMERGENCIES[kind];
  return { kind, title: EMERGENCY_TITLE, text, call: [...call] };
}

/** What reads texts for emergencies; it is large, so pages load it after themselves. */
export interface EmergencyDetector {
  kinds: (text: string) => EmergencyKind[];
  /** Whether an answer in the intake is about today, where a question asks of the past or of others. */
  isCurrent: (question: FieldName, text: string) => boolean;
}
