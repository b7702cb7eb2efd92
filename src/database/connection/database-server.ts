import type { DatabaseAddress } from './pool-settings.js';

/** The PostgreSQL that the service uses: a server, or the embedded one. */
export interface DatabaseServer {
  readonly address: DatabaseAddress;
  /** Maximum number of connections that this process opens to it. */
  readonly poolSize: number;
  /** Settles when an embedded database of this process ends: rejected if it failed. Otherwise it never settles. */
  readonly ended: Promise<void>;
  release(): Promise<void>;
}

/** An embedded database that another process runs. */
export function runningServer(address: DatabaseAddress, poolSize: number): DatabaseServer {
  return { address, poolSize, ended: new Promise(() => undefined), release: () => Promise.resolve() };
}
