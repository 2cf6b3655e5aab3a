import { describe, expect, it } from '@jest/globals';
import { FEWEST_NAMED_CHARACTERS, saysSomething, saysWhatWasDone, saysWhy } from './typed-reason.js';

describe('saysWhy', () => {
  it.each([
    'Repeat was 45',
    'Hct 49 on repeat',
    ' Agreed by phone ',
    'Seen by cardiology, cleared on Oct 3',
    'Verified with urology',
    'PSA repeated, 2.1',
    'Patient wants it',
    'BP 128/80 at home',
    'Visto por cardiología',
    'Проверено врачом',
  ])('takes %j', (text) => {
    expect(saysWhy(text)).toBe(true);
  });
  it.each(['', 'aaa', 'ok then', 'Discussed!!', 'aaaaa aaaaa', '. . . . . . . .', '1234567 1234567'])(
    'refuses %j',
    (text) => {
      expect(saysWhy(text)).toBe(false);
    },
  );
  it.each([
    'clinical judgment clinical judgment',
    'reviewed and approved',
    'looked at it already',
    'abcdef ghijkl mnopqr',
    'not applicable here',
    'all good nothing to add',
    'urgent urgent please approve',
    'same as before',
    'medically indicated',
  ])('refuses %j, which says only that it was decided', (text) => expect(saysWhy(text)).toBe(false));

  it.each([
    'asdf qwer zxcv',
    'n/a n/a none nil',
    'blood blood blood',
    'sdkfjh wrtkp qqrt',
    'asdkjfh aslkdjf',
    'lorem ipsum dolor sit amet',
    'test test ok ok ok',
    'hahaha hohoho hihihi',
    'qweasdzxc poiuytrewq',
    'no no no to it is',
    'PSA Hct TRT DVT BP',
    'Lorem ipsum dolor sit amet consectetur adipiscing elit',
    'needed because needed',
    'tes t tes t reason now',
    'testing this now',
    'the the and and the and',
    'hello world hello',
    'copy paste copy paste',
    'no reason given',
    'override needed here',
    'see note above',
  ])('refuses %j, which says nothing', (text) => {
    expect(saysWhy(text)).toBe(false);
  });
  it('requires more where more is at stake', () => {
    expect(saysWhy('Repeat was 45', FEWEST_NAMED_CHARACTERS)).toBe(false);
    expect(saysWhy('Repeat was 45 this morning', FEWEST_NAMED_CHARACTERS)).toBe(true);
  });
});

describe('saysSomething', () => {
  it.each(['No answer', 'Left a voicemail', 'Seen', 'Stops injecting'])('takes %j', (text) => {
    expect(saysSomething(text)).toBe(true);
  });
  it.each(['', 'x', '...', 'n/a', 'asdf', 'ok', 'zzzz', 'none'])('refuses %j', (text) => {
    expect(saysSomething(text)).toBe(false);
  });
});

describe('saysWhatWasDone', () => {
  it.each(['Phlebotomy', 'Dose lowered', 'Hydrate and repeat', 'PSA repeated'])('takes %j', (text) => {
    expect(saysWhatWasDone(text)).toBe(true);
  });
  it.each(['', 'ok', 'noted', 'Seen, reviewed', 'acknowledged and approved', 'already done'])(
    'refuses %j',
    (text) => {
      expect(saysWhatWasDone(text)).toBe(false);
    },
  );
});
