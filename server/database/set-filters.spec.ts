import { describe, expect, it } from '@jest/globals';
import { onlySetFilters } from './set-filters.js';

const list = (values: readonly unknown[], name = 'some-list') =>
  onlySetFilters({
    name,
    columns: 'c.id',
    body: `FROM cases c WHERE ($1::uuid IS NULL OR c.org_id = $1) AND ($2::uuid[] IS NULL OR c.id = ANY($2))
      AND ($3::text IS NULL OR c.status = $3 OR ($4::date IS NULL OR c.due_on < $4)) AND c.open`,
    values,
  });

describe('a list with filters', () => {
  it('names those that are set, with their types, and takes no value of the others', () => {
    expect(list(['o', null, null, null])).toMatchObject({
      name: 'some-list-with-1',
      body: `FROM cases c WHERE ($1::uuid IS NOT NULL AND (c.org_id = $1)) AND TRUE
      AND TRUE AND c.open`,
      values: ['o'],
    });
  });

  it('keeps a filter within another one as it is, and numbers what is left', () => {
    expect(list([null, ['a'], 'open', null])).toMatchObject({
      name: 'some-list-with-2-3',
      body: `FROM cases c WHERE TRUE AND ($1::uuid[] IS NOT NULL AND (c.id = ANY($1)))
      AND ($2::text IS NOT NULL AND (c.status = $2 OR ($3::date IS NULL OR c.due_on < $3))) AND c.open`,
      values: [['a'], 'open', null],
    });
  });

  it('numbers alike what its columns and joined rows take', () => {
    const made = onlySetFilters({
      name: 'dated-list',
      columns: 'c.id, c.due_on < $2::date AS late',
      details: 'JOIN users u ON u.id = $3::uuid',
      body: 'FROM cases c WHERE ($1::text IS NULL OR c.status = $1)',
      values: [null, '2026-11-28', 'u'],
    });
    expect(made).toMatchObject({
      columns: 'c.id, c.due_on < $1::date AS late',
      details: 'JOIN users u ON u.id = $2::uuid',
      values: ['2026-11-28', 'u'],
    });
  });

  it('has one name for one text: false and 0 are set', () => {
    expect(list([false, 0, '', null]).name).toBe('some-list-with-1-2-3');
    expect(list([null, null, null, null]).name).toBe('some-list-with-none');
  });

  it('is left as it is once there are many: each connection keeps what it prepared', () => {
    for (let i = 0; i < 300; i += 1) list([null, null, null, null], `list-${i}`);
    expect(list([null, null, null, null], 'list-1000').name).toBe('list-1000');
    expect(list(['o', null, null, null]).name).toBe('some-list-with-1');
  });
});
