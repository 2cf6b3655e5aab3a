export const EMERGENCY_TEXT = {
  call: (number: string) => (number.startsWith('1-800') ? 'Call Poison Control' : `Call ${number}`),
  text988: 'Text 988',
  notTold: 'Your care team could not be told. Do not wait for them: call now.',
  hours: 'You can still send this, but messages are not read at night or on weekends.',
  sent: 'Your message was sent. Messages are not read at night or on weekends, so do not wait for an answer.',
  seen: 'It was saved, and your care team will see what you wrote. Do not wait for them to call.',
  saved: 'Your check-in was saved, and your care team will see it. Do not wait for them to call.',
} as const;
