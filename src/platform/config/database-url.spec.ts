import { isDatabaseUrl, locationOf, withStandardSslModes } from './database-url.js';

it.each([
  'postgres://user:password@host:5432/database',
  'postgresql://host/database',
  'postgres://user@/database?host=/run/postgresql',
])('%s is the URL of a database', (url) => {
  expect(isDatabaseUrl(url)).toBe(true);
});

it.each([
  ['without a database', 'postgres://user:password@host:5432'],
  ['with an empty database', 'postgres://user:password@host:5432/'],
  ['of another kind of server', 'mysql://user:password@host/database'],
  ['with a space', 'postgres://user:pass word@host/database'],
  ['with an unescaped # in the password', 'postgres://user:pass#word@host:5432/database'],
  ['with text before it', 'url=postgres://host/database'],
  ['that is no text', 5432],
  ['that is missing', undefined],
])('a URL %s is refused', (_, url) => {
  expect(isDatabaseUrl(url)).toBe(false);
});

it('the location of a database has the host, the port and the database, but no credentials', () => {
  expect(locationOf('postgres://user:password@db.example:6432/backtest')).toEqual({
    host: 'db.example',
    port: '6432',
    database: 'backtest',
  });
  expect(locationOf('postgres://user:password@/backtest')).toEqual({
    host: 'localhost',
    port: '5432',
    database: 'backtest',
  });
  expect(locationOf('postgres:///backtest?host=/run/postgresql&port=5433')).toEqual({
    host: '/run/postgresql',
    port: '5433',
    database: 'backtest',
  });
});

it.each(['prefer', 'require', 'verify-ca'])('sslmode=%s gets its standard meaning once', (mode) => {
  const url = `postgres://host/database?sslmode=${mode}`;
  expect(withStandardSslModes(url)).toBe(`${url}&uselibpqcompat=true`);
  expect(withStandardSslModes(`${url}&uselibpqcompat=true`)).toBe(`${url}&uselibpqcompat=true`);
});

it.each(['?sslmode=verify-full', '?sslmode=disable', ''])(
  'a URL that ends with "%s" stays the same',
  (query) => {
    const url = `postgres://host/database${query}`;
    expect(withStandardSslModes(url)).toBe(url);
  },
);
