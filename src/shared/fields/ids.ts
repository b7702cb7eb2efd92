import { randomFillSync } from 'node:crypto';
import { v7, validate } from 'uuid';

const ID_BYTES = 16;
const LARGEST_SEQUENCE = 0xffffffff;

/**
 * Random bytes for many ids. One call for all is cheaper than one call per id. (Benchmark: "ingest, batches of 500".)
 */
const pool = Buffer.alloc(ID_BYTES * 512);
let drawn = pool.length;

let lastMs = 0;
let sequence = 0;

/**
 * Returns a new id (UUIDv7). The ids of this process ascend, even within one millisecond or if the clock is set back.
 */
export function newId(): string {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  const random = pool.subarray(drawn, drawn + ID_BYTES);
  drawn += ID_BYTES;
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // The first value is in the lower half of the range, so at least half of the range is left for counting.
    sequence = random.readUInt32BE(0) >>> 1;
  } else if (sequence === LARGEST_SEQUENCE) {
    lastMs += 1;
    sequence = 0;
  } else {
    sequence += 1;
  }
  return v7({ random, msecs: lastMs, seq: sequence });
}

/** Ids that are created elsewhere, for example by a statement. The ids differ only in their sequence number. */
export interface IdRange {
  /** Time in the ids, in epoch milliseconds. */
  readonly msecs: number;
  /** The first sequence number, below 2^32. */
  readonly first: number;
}

/** Reserves a number of ids. The ids lie between the earlier and the later ids of this process. */
export function reserveIds(count: number): IdRange {
  newId();
  if (sequence > LARGEST_SEQUENCE - count) {
    lastMs += 1;
    sequence = 0;
  }
  const first = sequence + 1;
  sequence += count;
  return { msecs: lastMs, first };
}

/** Returns whether a text has the form of an id. Other texts are treated as unknown ids. */
export const isId = (text: string): boolean => validate(text);
