import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string>();

/** Reads for all workspaces, such as those of candles: whoever asks first, all that join it wait for the same. */
const ALL_WORKSPACES = 'all workspaces';

/** Does work, all of whose connections to the database count for a workspace. */
export const connectingFor = <Result>(workspaceId: string, work: () => Result): Result =>
  owners.run(workspaceId, work);

/** The same for work that requests of several workspaces may wait for: the queue of one of them must not delay the others. */
export const connectingForAll = <Result>(work: () => Result): Result => owners.run(ALL_WORKSPACES, work);

/** The same for work of the service itself, such as a probe, which waits for no share. */
export const connectingForService = <Result>(work: () => Result): Result => owners.exit(work);

/** Whom the connections of the work under way count for; undefined for the service itself. */
export const connectionOwner = (): string | undefined => owners.getStore();
