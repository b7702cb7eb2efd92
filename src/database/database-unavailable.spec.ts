import { QueryFailedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { isDatabaseUnavailable } from './database-unavailable.js';

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
const failedQuery = (cause: Error) => new QueryFailedError('SELECT 1', [], cause);

describe('isDatabaseUnavailable', () => {
  const check = (thrown: unknown, expected: boolean) => expect(isDatabaseUnavailable(thrown)).toBe(expected);

  it('is true for a database that is away for the moment', () => {
    check(error('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }), true);
    check(failedQuery(error('terminating connection', { code: '57P01' })), true);
    check(failedQuery(error('canceling statement due to user request', { code: '57014' })), true);
    check(failedQuery(error('Connection terminated unexpectedly')), true);
    check(new AggregateError([error('', { code: 'ECONNREFUSED', syscall: 'connect' })]), true);
    check(error('timeout exceeded when trying to connect'), true);
    check(new QueryRunnerProviderAlreadyReleasedError(), true);
  });

  it('is false for what another attempt would not change', () => {
    check(failedQuery(error('duplicate key', { code: '23505' })), false);
    check(error('password authentication failed', { code: '28P01' }), false);
    check(error('no such file', { code: 'ENOENT', syscall: 'open' }), false);
    check('57P01', false);
  });
});
