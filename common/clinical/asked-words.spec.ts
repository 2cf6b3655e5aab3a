import { describe, expect, it } from '@jest/globals';
import { affirmedIn, affirms, emergenciesAffirmed, questionIn } from './asked-words.js';
import { changeMentions, changeTellsOf, messageReadsAsHistory, type HistoryPattern } from './history.js';

describe('an answer to a question of the care team', () => {
  it.each([
    'Yes',
    'Yes, both',
    'I do',
    'yeah, had one in 2019',
    'both',
    'the second one',
    'No to the first, yes to the second',
    'Unfortunately, as a kid',
    'In my leg, three years ago',
    'Sí',
    'Maybe, not sure',
    '2019',
    'One',
    'Hopefully',
    '👍',
    'You got me',
    'Not yet',
    'Not quite',
    'He did',
    'Some nights',
  ])('says yes: %s', (answer) => {
    expect(affirms(answer)).toBe(true);
  });

  it.each([
    'No',
    'never',
    'No, never had either',
    'I do not',
    "I don't",
    'I have never had one',
    'Nope, none of them',
    'I did not have any of those',
    'Ok, thank you',
    'Thank you, see you on Monday',
    'I have a question about my bill',
    'I am on vacation until Monday',
  ])('does not: %s', (answer) => {
    expect(affirms(answer)).toBe(false);
  });

  it.each<[string, HistoryPattern[]]>([
    ['Did a doctor ever find a clot in you, or a cancer?', ['clotting', 'other_cancer']],
    ['Have you ever had a stroke?', ['cardiac_event']],
    ['Do you plan to have children?', ['wish_for_children']],
    ['Do you take any other testosterone?', ['hormone_use']],
    ['Have you ever used anabolic steroids?', ['hormone_use']],
    ['Have you been treated for prostate cancer?', ['prostate_cancer']],
    ['Were you told that your blood is too thick?', ['thick_blood']],
    ['Do you have sleep apnea?', ['sleep_apnea']],
    ['Has another doctor told you not to take this?', ['told_not_to']],
    ['Did they ever find too many red cells?', ['thick_blood']],
  ])('tells what it names: %s', (asked, kinds) => {
    const answer = (text: string) => ({
      check_id: '1',
      on: '2026-11-01',
      kind: 'message' as const,
      text,
      asked,
    });
    for (const kind of kinds) {
      expect([kind, changeTellsOf(answer('Yes'), kind), changeMentions(answer('Yes'), kind)]).toEqual([
        kind,
        true,
        true,
      ]);
      expect([kind, changeTellsOf(answer('No, never'), kind)]).toEqual([kind, false]);
    }
    expect([messageReadsAsHistory('\nYes', asked), messageReadsAsHistory('\nNo', asked)]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['Will you come on Monday?'],
    ['Your labs show no clots. Can we move your visit to Friday?'],
    ['Did you take your testosterone shot this week?'],
    ['Did the package arrive?'],
  ])('tells nothing more of: %s', (asked) => {
    expect(messageReadsAsHistory('\nYes', asked)).toBe(false);
  });

  it.each([
    [
      'Did you ever have a DVT?\nWe need this before we can start, thank you.',
      'Yes',
      'Did you ever have a DVT?\n',
    ],
    ['No prostate cancer and no clots, is that right?', 'Yes, correct', ''],
    ['You never had a stroke, right?', 'Yes', ''],
    ['You never had a stroke, right?', 'Not quite', 'You never had a stroke, right?'],
    ['You had a DVT, correct?', 'Yes', 'You had a DVT, correct?'],
    ['Did you read the leaflet about clots?', 'Yes, I did', ''],
    ['Any clots?', 'No, never', ''],
  ])('of %j, %j leaves %j', (asked, answer, left) => {
    expect(affirmedIn(asked, answer)).toBe(left.trim());
  });

  it.each([
    ['Do you still think about ending it?', 'Yes', ['self_harm']],
    ['Do you still think about ending it?', 'Some nights', ['self_harm']],
    ['Do you still think about ending it?', 'No, not any more', []],
    ['Do you have chest pain right now?', 'Yes', ['heart_or_breathing']],
    ['Have you ever had chest pain?', 'Yes, years ago', []],
    ['Did the package arrive?', 'Yes', []],
    ['Did you inject more than one dose at once?', 'Three', ['too_much']],
    ['Is the gun still in the house? Are you alone?', 'Yes to both', ['self_harm']],
    ['Did you read that we ask you to call 911 for chest pain?', 'Yes', []],
    ['Has the erection gone down?', 'No', ['priapism']],
    ['Has the erection gone down?', 'Not yet', ['priapism']],
    ['Has the erection gone down?', 'Yes, thanks', []],
    ['Did the erection go away?', 'A little', ['priapism']],
    ['Are you safe tonight?', 'No', ['self_harm']],
    ['Are you safe tonight?', 'I don’t know', ['self_harm']],
    ['Are you safe tonight?', 'Yes, my wife is here', []],
    ['Do you feel safe right now?', 'Not really', ['self_harm']],
    ['Do you want to live?', 'Not really', ['self_harm']],
    ['Do you still want to be here?', 'Sometimes', ['self_harm']],
    ['Are the guns locked away?', 'No', ['self_harm']],
    ['Can you breathe freely?', 'Not really', ['heart_or_breathing']],
    ['Are you able to breathe?', 'hardly', ['heart_or_breathing']],
    ['Is the chest pain gone?', 'No', ['heart_or_breathing']],
    ['Can you speak clearly?', 'no', ['stroke']],
    ['Can you lift both arms?', 'Only the left', ['stroke']],
    ['Has the swelling of your tongue gone down?', 'Still the same', ['allergy']],
    ['Is your calf better?', 'worse', ['clot']],
    ['Has the bleeding stopped?', 'No', ['collapse']],
    ['Have you been able to pee?', 'Not a drop', ['urinary_retention']],
    ['Did the fever go down?', 'No, 39.5', ['infection']],
    ['Did you wash it off her skin?', 'No', ['child_exposure']],
    ['Can you come on Friday?', 'No', []],
    ['Is it safe to drive for you?', 'No', []],
    ['Do you want to move the visit?', 'No', []],
    ['Did the refill arrive?', 'Not yet', []],
    ['Are you safe tonight?', 'Thank you', []],
  ])('of %j, %j is an emergency: %j', (asked, answer, kinds) => {
    expect(emergenciesAffirmed(asked, answer)).toEqual(kinds);
  });

  it('what the answer names itself counts as it says it', () => {
    const asked = 'Any clots or cancer?';
    const change = {
      check_id: '1',
      on: '2026-11-01',
      kind: 'message' as const,
      text: 'Yes cancer, no clots',
      asked,
    };
    expect([changeTellsOf(change, 'clotting'), changeTellsOf(change, 'other_cancer')]).toEqual([false, true]);
  });

  it('the question is what ends in a question mark, or all of it', () => {
    expect([questionIn('Labs are in. Any clots? Thanks.'), questionIn('Tell me of clots.')]).toEqual([
      'Any clots?',
      'Tell me of clots.',
    ]);
  });
});
