import { describe, expect, it } from '@jest/globals';
import { EMERGENCY_PHRASES } from '../../test/assistant/emergencies.js';
import { ANSWERED, REFUSED } from '../../test/assistant/golden.js';
import { LOOSE, PLAIN } from '../../test/assistant/wordings.js';
import { SMALL_TALK, smallTalkIn, type SmallTalk } from './small-talk.js';

const SAID: Readonly<Record<SmallTalk, readonly string[]>> = {
  greeting: [
    'hello',
    'Hi!',
    'hi there',
    'Good morning',
    'hey assistant',
    'hi how are you?',
    'Hellooo',
    "what's up",
  ],
  thanks: ['thanks', 'Thank you so much!', 'ok thanks', 'thx', 'great, thank you for your help', 'bye'],
  who: [
    'Who are you?',
    'what are you',
    'are you a real person',
    'are you a bot or a human',
    "what's your name",
  ],
  help: ['What can you do?', 'help', 'what can I ask you', 'can you help me', 'how does this work'],
};

describe('small talk', () => {
  it.each(Object.entries(SAID) as [SmallTalk, readonly string[]][])(
    'of the kind %s is seen',
    (kind, said) => {
      expect(said.map((message) => [message, smallTalkIn(message)])).toEqual(said.map((m) => [m, kind]));
    },
  );

  it('is the whole message: a question or a cry for help behind it is not', () => {
    const questions = [
      'hi, what is psa',
      'thanks, and how often are labs needed',
      'hello I feel dizzy',
      'help I took too much',
      'are you sure about the gel',
      'can you help me lower my dose',
      'what can you do about acne',
      '🙂🙂',
      'مرحبا',
      '',
    ];
    expect(questions.filter((q) => smallTalkIn(q))).toEqual([]);
    const asked = [...ANSWERED, ...REFUSED, ...PLAIN, ...LOOSE].map(([question]) => question);
    const cries = Object.values(EMERGENCY_PHRASES).flat();
    expect([...asked, ...cries].filter((q) => smallTalkIn(q))).toEqual([]);
  });

  it('is answered with what the assistant can do, without an exclamation mark', () => {
    for (const kind of ['greeting', 'who', 'help'] as const)
      expect(SMALL_TALK[kind].join(' ')).toMatch(/blood tests.*side effects/);
    expect(SMALL_TALK.who.join(' ')).toMatch(/not a clinician/);
    expect(Object.values(SMALL_TALK).flat().join(' ')).not.toContain('!');
  });

  it('takes no time on a long message', () => {
    const started = performance.now();
    for (const part of ['hi ', 'thanks ', 'there ', 'how are you ', 'ok ', 'what can you do me '])
      smallTalkIn(part.repeat(2000 / part.length) + 'x');
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
