import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { isNotAllowed } from './is-not-allowed.js';

/** Returns the error of the driver for a statement that the server refused. */
const refused = (code: string) =>
  Object.assign(new pg.DatabaseError('must be owner of table trades', 30, 'error'), { code });

describe('a missing privilege', () => {
  it.each([
    ['the driver', refused],
    ['TypeORM', (code: string) => new QueryFailedError('DROP TABLE trades', [], refused(code))],
  ])('is recognised in an error of %s', (_, errorWith) => {
    expect(isNotAllowed(errorWith('42501'))).toBe(true);
    expect(isNotAllowed(errorWith('42P01'))).toBe(false);
  });
});
