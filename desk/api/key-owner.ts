import { useCaller } from './caller.js';

/** Returns the workspace and the name of a key; undefined if they are not known. */
export function useKeyOwner(secret: string | null): string | undefined {
  const caller = useCaller(secret);
  return caller && `${caller.workspace} · ${caller.key}`;
}
