import { Injectable } from '@nestjs/common';
import { Callers } from '../../platform/auth/requests/callers.js';
import { Problem, type ProblemCode } from '../../shared/problems/problem.js';
import { groupedBy } from './grouped-by.js';
import type { WatchedStream } from './watched-stream.js';

const NO_LONGER_VALID: ReadonlySet<ProblemCode> = new Set(['UNAUTHORIZED', 'FORBIDDEN']);

/** Ends the streams whose key or token is no longer valid, or whose workspace was erased. */
@Injectable()
export class StreamCredentials {
  constructor(private readonly callers: Callers) {}

  /**
   * Looks up each key or token once. If the look-up of a key or token fails, the streams that use it stay open until
   * the next check.
   */
  async check(streams: Iterable<WatchedStream>): Promise<void> {
    for (const sharing of byCredential(streams)) {
      try {
        await this.callers.requireStill(sharing[0]!.request);
      } catch (error) {
        if (!(error instanceof Problem && NO_LONGER_VALID.has(error.code))) continue;
        for (const stream of sharing) stream.end();
      }
    }
  }
}

/** Groups the streams by the key or token with which they were opened. */
const byCredential = (streams: Iterable<WatchedStream>): Iterable<readonly WatchedStream[]> =>
  groupedBy(streams, ({ request: { headers } }) =>
    JSON.stringify([headers['x-api-key'], headers.authorization]),
  ).values();
