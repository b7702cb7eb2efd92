import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string>();

/**
 * Owner of the connections for reads that several workspaces share, such as reads of candles. A request that joins a
 * read in progress also waits for the connection of this read.
 */
const ALL_WORKSPACES = 'all workspaces';

/** Runs work whose database connections count towards a workspace. */
export const connectingFor = <Result>(workspaceId: string, work: () => Result): Result =>
  owners.run(workspaceId, work);

/**
 * Runs work that requests of several workspaces may wait for. The connections of the work count towards an owner that
 * all workspaces share, so that the queue of one workspace does not delay the other workspaces.
 */
export const connectingForAll = <Result>(work: () => Result): Result => owners.run(ALL_WORKSPACES, work);

/** Runs work of the service itself, such as a probe. No limit per workspace applies to its connections. */
export const connectingForService = <Result>(work: () => Result): Result => owners.exit(work);

/** Returns the owner of the database connections of the current work; undefined for the service itself. */
export const connectionOwner = (): string | undefined => owners.getStore();
