import { describe, expect, it } from '@jest/globals';
import { SOURCES } from './rules/sources.js';
import { citedAs } from './source-marks.js';

describe('a source beside a value', () => {
  it.each([
    ['ES18', /guideline, J Clin Endocrinol Metab 2018 \(checked\)$/],
    ['LBL', /Testopel \(no year on file, checked in part\)$/],
    ['ACC-AHA', /^ACC\/AHA guideline on high blood pressure \(no year on file, not checked yet\)$/],
    ['PRODUCT', /^Product default chosen inside guideline limits \(not checked yet\)$/],
    ['SPEC', /^Specification of this portal$/],
  ] as const)('%s says its year and whether it was checked', (id, words) => {
    expect(citedAs(id)).toMatch(words);
  });

  it('is marked, whichever it is', () => {
    const unmarked = SOURCES.filter(
      ({ id }) => !/(checked|checked in part|not checked yet)\)$/.test(citedAs(id)),
    );
    expect(unmarked.map(({ id }) => id)).toEqual(['SPEC']);
    const undated = SOURCES.filter(({ id }) => !/\b(19|20)\d\d\b|no year on file/.test(citedAs(id)));
    expect(undated.map(({ id }) => id)).toEqual(['SPEC', 'PRODUCT']);
  });
});
