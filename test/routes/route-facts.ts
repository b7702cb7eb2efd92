import type supertest from 'supertest';
import type { ProblemCode } from '../../src/problems/problem.js';
import type { Caller } from '../support/app.js';

/** Prepares a request on the running instances and sends it. */
export type Ask = () => PromiseLike<supertest.Response>;

/** A request that succeeds, and a description of its response. */
export type Success = [route: string, what: string, ask: Ask];

/** A request that fails with a code. */
export type Failure = [route: string, code: ProblemCode, ask: Ask];

export interface RouteFact {
  /** Query parameters and headers, separated by commas; `?` marks optional ones. Ids in the path are not listed. */
  readonly parameters?: string;
  /** True if the request must have a body; undefined if the route takes none. */
  readonly body?: 'required' | 'optional';
  /** A valid query, if the route requires one. */
  readonly query?: string;
  /**
   * Sends a valid request for an id, which may be unknown to the caller. Every route with an id in its path has this
   * function.
   */
  readonly ask?: (call: Caller, id: string) => supertest.Test;
}

/** Facts of the routes of a tag, which the suites of the OpenAPI document and of tenancy read. */
export interface RouteFacts {
  /** Facts of each route, by method and path such as `get /projects/{id}`. */
  readonly routes: Readonly<Record<string, RouteFact>>;
  /** Every documented success, in each form that a response has. */
  readonly successes: readonly Success[];
  /** Every documented error that only some routes return, except the errors for an unknown id. */
  readonly failures: readonly Failure[];
}

/** Returns a failure for each of several routes. */
export const everywhere = (
  routes: readonly string[],
  code: ProblemCode,
  ask: (route: string) => PromiseLike<supertest.Response>,
): Failure[] => routes.map((route) => [route, code, () => ask(route)]);
