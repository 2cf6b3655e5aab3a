import type { Scale } from '#common/scores/questionnaires.js';

const rated = ['Terrible', 'Poor', 'Average', 'Good', 'Excellent'];
const often = ['Not at all', 'Several days', 'More than half the days', 'Nearly every day'];
const severity = ['None', 'Mild', 'Moderate', 'Severe', 'Extremely severe'];

interface Item {
  label: string;
  /** From the lowest number to the highest. */
  options: readonly string[];
}
interface ScaleText {
  title: string;
  lead: string;
  items: readonly Item[];
}
const alike = (options: readonly string[], labels: readonly string[]): Item[] =>
  labels.map((label) => ({ label, options }));

const PHQ9 = alike(often, [
  'Little interest or pleasure in doing things',
  'Feeling down, depressed, or hopeless',
  'Trouble falling or staying asleep, or sleeping too much',
  'Feeling tired or having little energy',
  'Poor appetite or overeating',
  'Feeling bad about yourself, or that you are a failure or have let yourself or your family down',
  'Trouble concentrating on things, such as reading the newspaper or watching television',
  'Moving or speaking so slowly that other people could have noticed, or being so restless that you have been moving around a lot more than usual',
  'Thoughts that you would be better off dead, or of hurting yourself in some way',
]);

/** The wording that `QUESTIONNAIRE_VERSION` names: a change of these words is a new version there. */
export const SCALE_TEXT: Readonly<Record<Scale, ScaleText>> = {
  qadam: {
    title: 'How you would rate yourself (qADAM, optional)',
    lead: 'Choose one answer for each question.',
    items: [
      { label: 'How would you rate your libido (sex drive)?', options: rated },
      { label: 'How would you rate your energy level?', options: rated },
      { label: 'How would you rate your strength/endurance?', options: rated },
      { label: 'How would you rate your enjoyment of life?', options: rated },
      { label: 'How would you rate your happiness level?', options: rated },
      {
        label: 'How strong are your erections?',
        options: ['Extremely weak', 'Weak', 'Average', 'Strong', 'Extremely strong'],
      },
      { label: 'How would you rate your work performance over the past 4 weeks?', options: rated },
      {
        label: 'How often do you fall asleep after dinner?',
        options: [
          'Every night',
          '5 or 6 times a week',
          '3 or 4 times a week',
          '1 or 2 times a week',
          'Never',
        ],
      },
      { label: 'How would you rate your sports ability over the past 4 weeks?', options: rated },
      {
        label: 'How much height have you lost?',
        options: [
          '2 inches or more',
          '1.5 to 1.9 inches',
          '1 to 1.4 inches',
          '0.5 to 0.9 inches',
          'None, or up to 0.4 inches',
        ],
      },
    ],
  },
  phq2: {
    title: 'Mood over the last 2 weeks (PHQ-2, optional)',
    lead: 'How often have you been bothered by these problems?',
    items: PHQ9.slice(0, 2),
  },
  phq9: {
    title: 'A few more questions about your mood (PHQ-9)',
    lead: 'Over the last 2 weeks, how often have you been bothered by these problems?',
    items: PHQ9,
  },
  ams: {
    title: 'Symptoms of aging (AMS, optional)',
    lead: 'Which of the following symptoms apply to you at this time? For symptoms that do not apply, choose None.',
    items: alike(severity, [
      'Decline in your feeling of general well-being (general state of health, subjective feeling)',
      'Joint pain and muscular ache (lower back pain, joint pain, pain in a limb, general back ache)',
      'Excessive sweating (unexpected or sudden episodes of sweating, hot flushes independent of strain)',
      'Sleep problems (difficulty falling asleep or sleeping through, waking up early and feeling tired, poor sleep, sleeplessness)',
      'Increased need for sleep, often feeling tired',
      'Irritability (feeling aggressive, easily upset about little things, moody)',
      'Nervousness (inner tension, restlessness, feeling fidgety)',
      'Anxiety (feeling panicky)',
      'Physical exhaustion, lacking vitality (general decrease in performance, reduced activity, lacking interest in leisure activities, feeling of getting less done, of achieving less, of having to force yourself to undertake activities)',
      'Decrease in muscular strength (feeling of weakness)',
      'Depressive mood (feeling down, sad, on the verge of tears, lack of drive, mood swings, feeling nothing is of any use)',
      'Feeling that you have passed your peak',
      'Feeling burnt out, having hit rock-bottom',
      'Decrease in beard growth',
      'Decrease in ability/frequency to perform sexually',
      'Decrease in the number of morning erections',
      'Decrease in sexual desire/libido (lacking pleasure in sex, lacking desire for sexual intercourse)',
    ]),
  },
};

export const FOLLOW_UP_TEXT = {
  title: 'What happens next',
  calls: (owner: string) => `${owner} will call you today about your answers.`,
  careTeam: 'Your care team will call you about your answers.',
  now: 'If you might hurt yourself, call or text 988 now, any time. In danger, call 911.',
  submit: 'Send answers',
  skip: 'Skip these questions',
  failed: 'Unable to send your answers. They are still here. Try again in a moment, or call your clinic.',
  saved: 'Answers sent.',
} as const;
