import { describe, expect, it } from '@jest/globals';
import { mayTellOfOneself, statesOfOneself, tellsOfOneself } from './own-history.js';

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

  it.each([
    'How do I put on the gel when I also use the one of my cousin?',
    'That is me, all three of them',
    'Missed a dose, can I double with what my buddy left?',
    'I was told at the VA not to take it, why?',
    'Me and my wife want a family, ok?',
    'what happens if a kid touches the gel? mine did',
    'How do I store vials I bought abroad?',
    'PSA 12, what now?',
    'Is a hematocrit of 57 high?',
    'Is it ok with prostate cancer?',
    'Can I drink on Eliquis?',
    'I took two shots this morning',
  ])('may be said of oneself in any words: %s', (question) => {
    expect(statesOfOneself(question)).toBe(true);
  });

  it.each([
    'how do I store gel?',
    'How do I store the gel?',
    'Who should not take testosterone?',
    'what if I miss a dose?',
    'Can I take my shot a day early?',
    'Where do I inject?',
    'How long does it take until I feel better?',
    'Do I need to fast for my labs?',
    'what are the side effects',
    'Is testosterone safe?',
    'Can I shower after the gel?',
    'When will my package arrive?',
    'thanks, that helps',
    'I have a question about my bill',
    'How do I get rid of my needles?',
  ])('is a mere question: %s', (question) => {
    expect(statesOfOneself(question)).toBe(false);
  });

  it.each(['does testosterone cause prostate cancer?', 'what is a good time for my shot', 'my gel is empty'])(
    'is no history: %s',
    (question) => {
      expect([mayTellOfOneself(question), tellsOfOneself(question)]).toEqual([false, false]);
    },
  );
});
