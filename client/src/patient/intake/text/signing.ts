/** What a patient reads when signing, and before it. */
export const SIGNING_TEXT = {
  title: 'Sign again',
  signedOn: (day: string) => `You signed on ${day}. You agreed to these statements:`,
  stillHold: 'These statements still hold',
  changed: 'If one no longer holds, cancel and change it in section 10, or message your care team.',
  lead: (day: string) =>
    `Your typed name is your signature under your answers and the statements you agree to. It is dated today, ${day}.`,
  name: 'Your full name',
  nameHint: (name: string) => `As in section 1: ${name}`,
  confirm: 'Sign and submit',
  cancel: 'Cancel',
  missing: {
    name: 'Type your full name as it is in section 1.',
    hold: 'Check this box if the statements still hold.',
  },
  education: {
    link: 'what to know about testosterone',
    read: (day: string) => `on ${day}. You can read it again before you sign.`,
    before: 'You read',
    unreadBefore: 'Before you sign, read',
    unreadAfter: 'and acknowledge it. What you typed here stays saved.',
  },
} as const;
