import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage at once. */
export const collectGarbage = runInNewContext('gc') as () => void;

/** Collects all garbage, and returns the number of bytes in the remaining buffers. */
export function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
