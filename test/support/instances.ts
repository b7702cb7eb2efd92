import { expect } from '@jest/globals';
import { basename } from 'node:path';
import { findNginx } from './nginx.js';

/**
 * With TEST_INSTANCES=4 (and TEST_DATABASE_URL), every app of a test consists of four instances behind nginx with the
 * configuration of deploy/nginx.conf. The instances get requests in turn, so a request never gets data that an instance
 * has cached for the previous request.
 */
const WANTED = Number(process.env['TEST_INSTANCES'] || 1);

/** Suites that always use one instance, with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  events: 'each instance counts its own streams',
  errors: 'nginx itself refuses some malformed or large requests, and has its own request ids',
  'gateway-health': 'changes the migrations of one instance',
  'gateway-http': 'checks connections, headers and addresses without a gateway',
  'ideal-r-loading': 'loads in the background run in the instance that got the request',
  limits: 'without Redis each instance counts separately',
  metrics: 'each instance counts separately',
  quotas: 'without Redis each instance counts separately',
  openapi: 'breaks one instance to check its errors',
  venue: 'each instance has its own requests and its own cache',
  'venue-failures': 'each instance has its own pauses, circuit breaker and budget',
};

/** Returns those ids that reach the service in a path, because nginx refuses some ids. */
export const reaching = (ids: readonly string[]): readonly string[] =>
  WANTED > 1 ? ids.filter((id) => id !== '%00') : ids;

let isReported = false;

/**
 * Returns the number of instances for each app of the current suite, and the nginx in front of the instances if there
 * are several.
 */
export function wantedInstances(): { readonly count: number; readonly nginx: string } {
  const suite = basename(expect.getState().testPath ?? '', '.e2e-spec.ts');
  const reason = EXEMPT[suite];
  if (WANTED > 1 && reason && !isReported) process.stderr.write(`Not behind nginx: ${suite} (${reason}).\n`);
  isReported = true;
  if (WANTED === 1 || reason) return { count: 1, nginx: '' };
  const nginx = findNginx('the instances behind it');
  if (!nginx || !process.env['DATABASE_URL'])
    throw new Error('TEST_INSTANCES needs nginx and TEST_DATABASE_URL.');
  return { count: WANTED, nginx };
}
