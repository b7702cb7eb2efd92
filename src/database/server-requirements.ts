/** The oldest tested PostgreSQL that has the features of the schema and the statements. */
const OLDEST_SUPPORTED = 15;

/** Properties that a server reports. */
export interface ServerFacts {
  /** Its `server_version_num`, e.g. 150004 for 15.4. */
  readonly version: number;
  /** Its default of `extra_float_digits` for this user and database. */
  readonly floatDigits: number;
  /** Whether a pooler stands in between, which may run each transaction of a client on a different connection. */
  readonly isPooled: boolean;
}

/**
 * Refuses an unsupported server before anything is created on it.
 * @throws Error with a sentence for the operator
 */
export function requireUsableServer({ version, floatDigits, isPooled }: ServerFacts): void {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_SUPPORTED) {
    // Up to version 9.6 the second part belonged to the major version.
    const name = major < 10 ? `${major}.${Math.floor(version / 100) % 100}` : String(major);
    throw new Error(`it is PostgreSQL ${name}, and ${OLDEST_SUPPORTED} or newer is needed`);
  }
  // A setting on a connection to a pooler may not apply to the next transaction.
  if (floatDigits < 1 && isPooled) {
    throw new Error(
      `extra_float_digits is ${floatDigits} there, so numbers would lose digits; run ` +
        'ALTER ROLE … IN DATABASE … SET extra_float_digits = 1, then RECONNECT in the pooler',
    );
  }
}
