/** The oldest PostgreSQL whose features the schema and the statements use, and that is tested. */
export const OLDEST_SUPPORTED = 15;

/**
 * Refuses a server that is too old, before anything is made on it.
 * @param versionNumber its `server_version_num`, e.g. 150004 for 15.4
 * @throws Error with a sentence for the operator
 */
export function requireSupportedServer(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000);
  // Up to 9.6 the second part belonged to the major version.
  const name = major < 10 ? `${major}.${Math.floor(versionNumber / 100) % 100}` : String(major);
  if (major < OLDEST_SUPPORTED) {
    throw new Error(`it is PostgreSQL ${name}, and ${OLDEST_SUPPORTED} or newer is needed`);
  }
}
