import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string>();

/**
 * Owner of reads for all workspaces, such as those of candles: requests that join such a read wait for the one that
 * started it.
 */
const ALL_WORKSPACES = 'all workspaces';

/** Does work whose database connections all count towards a workspace. */
export const connectingFor = <Result>(workspaceId: string, work: () => Result): Result =>
  owners.run(workspaceId, work);

/**
 * Does work for which requests of several workspaces may wait, so that the queue of one workspace does not delay the
 * others.
 */
export const connectingForAll = <Result>(work: () => Result): Result => owners.run(ALL_WORKSPACES, work);

/** Does work of the service itself, such as a probe, which waits for no share. */
export const connectingForService = <Result>(work: () => Result): Result => owners.exit(work);

/** Returns the owner of the database connections of the current work; undefined for the service itself. */
export const connectionOwner = (): string | undefined => owners.getStore();
