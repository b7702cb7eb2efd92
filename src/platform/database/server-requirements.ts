/** The oldest tested PostgreSQL that has the features of the schema and the statements. */
const OLDEST_SUPPORTED = 15;

/** Properties that a server reports. */
export interface ServerFacts {
  /** The server's `server_version_num`, such as 150004 for 15.4. */
  readonly version: number;
  /** The server's default of `extra_float_digits` for this user and database. */
  readonly floatDigits: number;
  /**
   * True if a pooler is between the service and the server. A pooler may run each transaction of a client on a
   * different connection.
   */
  readonly isPooled: boolean;
}

/**
 * Throws if the server is not supported. Runs before anything is created on the server.
 * @throws Error with a sentence for the operator
 */
export function requireUsableServer({ version, floatDigits, isPooled }: ServerFacts): void {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_SUPPORTED) {
    // Up to version 9.6, the major version consists of two numbers.
    const name = major < 10 ? `${major}.${Math.floor(version / 100) % 100}` : String(major);
    throw new Error(`it is PostgreSQL ${name}, and ${OLDEST_SUPPORTED} or newer is needed`);
  }
  // Behind a pooler, a setting of one transaction may not apply to the next transaction.
  if (floatDigits < 1 && isPooled) {
    throw new Error(
      `extra_float_digits is ${floatDigits} there, so numbers would lose digits; run ` +
        'ALTER ROLE … IN DATABASE … SET extra_float_digits = 1, then RECONNECT in the pooler',
    );
  }
}
