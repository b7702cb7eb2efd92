import { QueryFailedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { isDatabaseUnavailable, isTemporary } from './database-unavailable.js';

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
const refused = error('connect ECONNREFUSED 127.0.0.1:1', { code: 'ECONNREFUSED', syscall: 'connect' });

describe('isDatabaseUnavailable', () => {
  const sqlstates: readonly [isUnavailable: boolean, code: string, what: string][] = [
    [true, '08006', 'connection failure, also between the nodes of Citus'],
    [true, '08P01', 'server login has been failing, try again later'],
    [true, '08P01', 'query_wait_timeout'],
    [true, '25006', 'cannot execute INSERT in a read-only transaction'],
    [true, '25P03', 'terminating connection due to idle-in-transaction timeout'],
    [true, '25P04', 'terminating connection due to transaction timeout'],
    [true, '28P01', 'password authentication failed'],
    [true, '28000', 'no pg_hba.conf entry for host'],
    [true, '3D000', 'database "backtest" does not exist'],
    [true, '40001', 'could not serialize access due to concurrent update'],
    [true, '40003', 'statement completion unknown'],
    [true, '40P01', 'deadlock detected'],
    [true, '53100', 'could not extend file: No space left on device'],
    [true, '53300', 'sorry, too many clients already'],
    [true, '55000', 'database "backtest" is not currently accepting connections'],
    [true, '55P03', 'canceling statement due to lock timeout'],
    [true, '57014', 'canceling statement due to statement timeout'],
    [true, '57P01', 'terminating connection due to administrator command'],
    [true, '57P03', 'the database system is starting up'],
    [true, '57P05', 'terminating connection due to idle-session timeout'],
    [true, '58030', 'could not read block'],
    [false, '22003', 'value out of range'],
    [false, '23505', 'duplicate key value violates unique constraint'],
    [false, '25P02', 'current transaction is aborted'],
    [false, '40002', 'integrity constraint violation at commit'],
    [false, '42501', 'permission denied for table trades'],
    [false, '42601', 'syntax error'],
    [false, '42P01', 'relation "trades" does not exist'],
    [false, '42P05', 'prepared statement already exists'],
    [false, '54000', 'program limit exceeded'],
    [false, 'XX000', 'internal error'],
  ];

  it.each(sqlstates)('is %s for SQLSTATE %s (%s)', (isUnavailable, code, what) => {
    expect(isDatabaseUnavailable(error(what, { code }))).toBe(isUnavailable);
    expect(isDatabaseUnavailable(new QueryFailedError('SELECT 1', [], error(what, { code })))).toBe(
      isUnavailable,
    );
  });

  const others: readonly [isUnavailable: boolean, what: string, thrown: unknown][] = [
    [true, 'nobody listens', refused],
    [true, 'nobody listens on any address', new AggregateError([refused])],
    [true, 'a Unix socket whose queue is full', error('', { code: 'EAGAIN', syscall: 'connect' })],
    [true, 'an unknown host', error('', { code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
    [true, 'a silent server', error('', { code: 'ETIMEDOUT', syscall: 'read' })],
    [true, 'a TLS handshake that ends early', error('socket disconnected', { code: 'ECONNRESET' })],
    [
      true,
      'a connection that the server has ended',
      error('This socket has been ended by the other party', { code: 'EPIPE' }),
    ],
    [true, 'a connection that ends', error('Connection terminated unexpectedly')],
    [true, 'a pool without a free connection', error('timeout exceeded when trying to connect')],
    [true, 'a transaction whose connection broke', new QueryRunnerProviderAlreadyReleasedError()],
    [false, 'a missing file', error('no such file', { code: 'ENOENT', syscall: 'open' })],
    [false, 'a programming error', new TypeError('x is undefined')],
    [false, 'what is no error', '57P01'],
  ];

  it.each(others)('is %s for %s', (isUnavailable, _, thrown) => {
    expect(isDatabaseUnavailable(thrown)).toBe(isUnavailable);
  });
});

describe('isTemporary', () => {
  it('is false for a refused login, because waiting does not help', () => {
    expect(isTemporary(error('password authentication failed', { code: '28P01' }))).toBe(false);
    expect(isTemporary(error('the database system is starting up', { code: '57P03' }))).toBe(true);
  });
});
