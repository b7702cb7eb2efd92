import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { BODIES } from '../../support/hostile-bodies.js';
import { CANDLES, IMPORT, PREVIEW, RUN } from '../../support/hostile-files.js';
import {
  type Send,
  outcomeOf,
  senderTo,
  sentByBytes,
  startMeasuredService,
} from '../../support/hostile-service.js';
import { operations } from '../../support/openapi-document.js';
import { type RunningService, cleanUp } from '../../support/service-process.js';
import { expectShortTurns } from '../../support/short-turns.js';

let service: RunningService;
let send: Send;
beforeAll(async () => {
  service = await startMeasuredService();
  send = await senderTo(service);
});
afterAll(cleanUp);

describe('hostile bodies', () => {
  it.each(BODIES)('cause no long turn of the event loop: %s, %s', async (_, route, body, outcome) => {
    const sent = body();
    await expectShortTurns(service, async () =>
      expect(await outcomeOf(await send(route, sent), outcome)).toBe(outcome),
    );
  });

  it('are listed for every route that accepts a body', () => {
    const withBody = [...operations].filter(([, { requestBody }]) => requestBody).map(([route]) => route);
    const tested = new Set([...BODIES.map(([, route]) => route), IMPORT, RUN, PREVIEW, CANDLES]);
    expect([...tested].toSorted()).toEqual(withBody.toSorted());
  });

  // Bodies with as many chunks as one turn of the event loop can receive. `test/long/hostile-chunks.e2e-spec.ts` sends
  // the largest bodies.
  it.each([
    ['100 KB', 'identity', Buffer.from(`{"name":"${'x'.repeat(100_000)}"}`)],
    ['gzip', 'gzip', gzipSync(`{"name":"${randomBytes(50_000).toString('hex')}"}`)],
  ])(
    'cause no long turn of the event loop if they arrive in chunks of one byte: %s',
    async (_, encoding, body) => {
      await expectShortTurns(service, async () =>
        expect(await sentByBytes(service, encoding, body)).toContain('"code":"VALIDATION_FAILED"'),
      );
    },
  );
});
