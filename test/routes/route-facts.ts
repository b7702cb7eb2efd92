import type supertest from 'supertest';
import type { ProblemCode } from '../../src/shared/problems/problem.js';
import type { Caller } from '../support/app.js';

/** Prepares what a request needs on the running instances, and sends the request. */
export type Ask = () => PromiseLike<supertest.Response>;

/** A request that succeeds, and a description of its response. */
export type Success = [route: string, what: string, ask: Ask];

/** A request that fails with a code. */
export type Failure = [route: string, code: ProblemCode, ask: Ask];

export interface RouteFact {
  /**
   * Names of the query parameters and headers, separated by commas. `?` marks an optional parameter. Ids in the path
   * are not listed.
   */
  readonly parameters?: string;
  /** True if the request must have a body; undefined if the route takes none. */
  readonly body?: 'required' | 'optional';
  /** A valid query, if the route requires one. */
  readonly query?: string;
  /**
   * Sends a valid request for an id that the caller may not know. Every route with an id in its path has this function.
   */
  readonly ask?: (call: Caller, id: string) => supertest.Test;
}

/** Facts of the routes of a tag, which the suites of the OpenAPI document and of tenancy read. */
export interface RouteFacts {
  /** Facts of each route, by method and path such as `get /projects/{id}`. */
  readonly routes: Readonly<Record<string, RouteFact>>;
  /** Every documented success, with a request for each form that its response can have. */
  readonly successes: readonly Success[];
  /** Every documented error that only some routes return. The errors for an unknown id are not in this list. */
  readonly failures: readonly Failure[];
}

/** Returns one failure for each of these routes. */
export const everywhere = (
  routes: readonly string[],
  code: ProblemCode,
  ask: (route: string) => PromiseLike<supertest.Response>,
): Failure[] => routes.map((route) => [route, code, () => ask(route)]);
