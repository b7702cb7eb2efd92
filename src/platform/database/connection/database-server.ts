import type { DatabaseAddress } from './pool-settings.js';

/** The PostgreSQL that the service uses: a server or the embedded database. */
export interface DatabaseServer {
  readonly address: DatabaseAddress;
  /** Maximum number of connections that this process opens to the database. */
  readonly poolSize: number;
  /**
   * Resolves when an embedded database of this process ends, and rejects if it fails. For other databases the promise
   * never settles.
   */
  readonly ended: Promise<void>;
  /** The data directory of an embedded database of this process; undefined for other databases. */
  readonly directory?: string;
  /**
   * Disconnects the clients of an embedded database of this process that belong to other processes, and refuses
   * further ones; undefined for other databases.
   */
  readonly disconnectOthers?: () => void;
  release(): Promise<void>;
}

/** Returns a database that this process does not start: a server, or an embedded database that another process runs. */
export function runningServer(address: DatabaseAddress, poolSize: number): DatabaseServer {
  return { address, poolSize, ended: new Promise(() => undefined), release: () => Promise.resolve() };
}
