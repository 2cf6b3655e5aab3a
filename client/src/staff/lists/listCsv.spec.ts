import { describe, expect, it } from '@jest/globals';
import { listCsv } from './listCsv.js';

const columns = { Name: (row: { name: string | null }) => row.name };
const csvOf = (name: string | null) => listCsv([{ name }], columns);

describe('the export of a list', () => {
  it('has a heading, a line for each row, and an empty cell for what is missing', () => {
    expect(listCsv([{ name: 'Ann' }, { name: null }], columns)).toBe('Name\r\nAnn\r\n\r\n');
  });

  it('quotes commas, quotes and line breaks', () => {
    expect(csvOf('Doe, "Jo"\nJr')).toBe('Name\r\n"Doe, ""Jo""\nJr"\r\n');
  });

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '  =1'])('never starts a formula: %j', (name) => {
    expect(csvOf(name)).toContain(`'${name}`);
  });

  it.each(['-2.5', '+10', '140'])('leaves the number %s as it is', (name) => {
    expect(csvOf(name)).toBe(`Name\r\n${name}\r\n`);
  });
});
