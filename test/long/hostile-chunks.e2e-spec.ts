import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { LIMIT } from '../support/hostile-bodies.js';
import { residentMb, sentByBytes, startMeasuredService } from '../support/hostile-service.js';
import { type RunningService, cleanUp } from '../support/service-process.js';
import { expectShortTurns } from '../support/short-turns.js';

let service: RunningService;
beforeAll(async () => {
  service = await startMeasuredService();
});
afterAll(cleanUp);

// These bodies would take 1.7 GB if the service kept their chunks separately.
it.each([
  ['4 MB', 'identity', Buffer.from(`{"name":"${'x'.repeat(LIMIT - 20)}"}`)],
  ['gzip', 'gzip', gzipSync(`{"name":"${randomBytes(LIMIT / 2 - 20).toString('hex')}"}`)],
])(
  'a body in chunks of one byte takes little memory and causes no long turn of the event loop: %s',
  async (_, encoding, body) => {
    const before = await residentMb(service.pid);
    // If the machine needs more than a minute for the body, the service responds that the body takes too long.
    await expectShortTurns(service, async () =>
      expect(await sentByBytes(service, encoding, body)).toMatch(
        /"code":"VALIDATION_FAILED"|^HTTP\/1\.1 408 |^$/,
      ),
    );
    expect((await residentMb(service.pid)) - before).toBeLessThan(300);
  },
);
