import type { Caller } from './app.js';
import { expectProblem } from './problems.js';

/** A path that is refused, with the wrong field and a part of the message. */
export type RefusedQuery = readonly [path: string, field: string, message: string];

/** Sends requests about a project that are refused. */
export async function expectRefused(
  call: Caller,
  projectId: string,
  requests: readonly RefusedQuery[],
): Promise<void> {
  for (const [path, field, message] of requests) {
    const answer = await call.get(`/projects/${projectId}/${path}`);
    expectProblem(answer, 'VALIDATION_FAILED', [field]);
    expect(answer.body.message).toContain(message);
  }
}
