import { describe, expect, it } from '@jest/globals';
import { mayTellOfOneself, tellsOfOneself } from './own-history.js';

describe('what a question tells of the person who asks', () => {
  it.each([
    'I was diagnosed with prostate cancer last month',
    'diagnosed with prostate cancer last month, can I keep taking my shots?',
    'I had prostate cancer in 2021, should I worry?',
    'can I still inject, I had a DVT in June',
    'Is it safe after my heart attack?',
    'my blood clot in the leg came back last year',
    'they put me on Eliquis',
    'The doctor called me yesterday. It is prostate cancer. What now?',
    'we are trying to have a baby',
    'Me diagnosticaron cancer de prostata, puedo seguir?',
    'tuve un infarto en marzo',
  ])('is passed on: %s', (question) => {
    expect(tellsOfOneself(question)).toBe(true);
  });

  it.each([
    'can I get prostate cancer from my gel?',
    'how would I know if I had a blood clot',
    'my dad had prostate cancer',
    'I never had a blood clot',
    'should I worry about a stroke',
  ])('is not passed on without a press of the button: %s', (question) => {
    expect([mayTellOfOneself(question), tellsOfOneself(question)]).toEqual([true, false]);
  });

  it.each(['does testosterone cause prostate cancer?', 'what is a good time for my shot', 'my gel is empty'])(
    'is no history: %s',
    (question) => {
      expect([mayTellOfOneself(question), tellsOfOneself(question)]).toEqual([false, false]);
    },
  );
});
