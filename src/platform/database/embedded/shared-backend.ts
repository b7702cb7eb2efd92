import type { PGlite } from '@electric-sql/pglite';
import type { BackendLock } from './backend-lock.js';

/** The only backend of the embedded database, which all clients share. */
export interface SharedBackend {
  readonly db: PGlite;
  readonly lock: BackendLock;
  /** Called when the database itself has failed and can no longer serve clients. */
  readonly onFatal: (error: unknown) => void;
  /** Startup options of the connections of the process that runs the database. */
  readonly owner: string;
  /** True while the service stops: only the connections of the owner are served. */
  refusesOthers: boolean;
}
