/** What the assistant says of its own, beside the articles. */

export const DISCLAIMER = 'General education, not medical advice.';
export const ASK_TEAM = 'Message your care team: they know you and can answer.';
export const OUT_OF_ROLE =
  'I can only explain this program from its reviewed articles, and nothing changes that. For anything else, message your care team.';
const NEEDED = 'If this is about you, your care team needs to know it before your next dose or prescription.';
export const TELL_TEAM = `${NEEDED} Send it to them as a message.`;
export const PASSED_ON = `${NEEDED} It was passed on to them: your words are under Messages, and they answer during office hours.`;
export const NOTHING = [
  'If this could be an emergency, call 911.',
  `I don't have that in the reviewed articles. Please message your care team; they answer during office hours.`,
];
