/**
 * Adds a host to a URL without one, because a URL may name its host in the query instead:
 * `postgres://user:secret@/database?host=/run/postgresql`.
 */
const withHost = (url: string): string => url.replace('@/', '@localhost/');

export const isDatabaseUrl = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^postgres(ql)?:\/\/\S+$/.test(value) &&
  URL.canParse(withHost(value)) &&
  new URL(withHost(value)).pathname.length > 1;

/**
 * Returns the host and the database of a URL without the credentials.
 * @param url a URL that `isDatabaseUrl` accepts
 */
export function locationOf(url: string): { host: string; port: string; database: string } {
  const { hostname, port, pathname, searchParams } = new URL(withHost(url));
  return {
    host: searchParams.get('host') ?? (hostname || 'localhost'),
    port: searchParams.get('port') ?? (port || '5432'),
    database: pathname.slice(1),
  };
}

/**
 * Gives `sslmode` the meaning that it has in other PostgreSQL clients. Without `uselibpqcompat`, pg verifies
 * certificates even in modes that do not require verification, and warns that its next major version will change this
 * behaviour.
 */
export function withStandardSslModes(url: string): string {
  const isAffected = /[?&]sslmode=(prefer|require|verify-ca)\b/.test(url) && !url.includes('uselibpqcompat=');
  return isAffected ? `${url}&uselibpqcompat=true` : url;
}
