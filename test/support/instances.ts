import { basename } from 'node:path';
import { findNginx } from './nginx.js';

/**
 * With TEST_INSTANCES=4 (and TEST_DATABASE_URL) every app of a test is four, behind nginx as in deploy/nginx.conf, which
 * asks one after the other: whatever a request leaves in the memory of an instance, the next request meets another one.
 */
const WANTED = Number(process.env['TEST_INSTANCES'] || 1);

/** Suites that remain with one instance, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  errors: 'nginx itself refuses some of what is malformed or too large, and names requests in its own way',
  'gateway-health': 'says of one instance that its schema is outdated',
  'gateway-http': 'connections, headers and addresses as a client without a gateway sees them',
  'ideal-r-loading': 'loads in the background belong to the instance that was asked',
  limits: 'each instance counts for itself unless there is Redis',
  metrics: 'each instance counts for itself',
  openapi: 'breaks one instance, to see its errors',
  venue: 'each instance has its own requests to the venue, and its own memory of what the venue lacks',
  'venue-failures': 'each instance has its own pauses, breaker and budget for the venue',
};

/** Identifiers without the one that nginx refuses in a path itself, where it stands in front. */
export const reaching = (ids: readonly string[]): readonly string[] =>
  WANTED > 1 ? ids.filter((id) => id !== '%00') : ids;

let isTold = false;

/** How many instances an app of the current suite is, and the nginx in front of them when they are several. */
export function wantedInstances(): { readonly count: number; readonly nginx: string } {
  const suite = basename(expect.getState().testPath ?? '', '.e2e-spec.ts');
  const reason = EXEMPT[suite];
  if (WANTED > 1 && reason && !isTold) process.stderr.write(`Not behind nginx: ${suite} (${reason}).\n`);
  isTold = true;
  if (WANTED === 1 || reason) return { count: 1, nginx: '' };
  const nginx = findNginx('the instances behind it');
  if (!nginx || !process.env['DATABASE_URL'])
    throw new Error('TEST_INSTANCES needs nginx, and a server that TEST_DATABASE_URL names');
  return { count: WANTED, nginx };
}
