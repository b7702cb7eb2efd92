import { jest } from '@jest/globals';
import { SessionImportsStore } from '../../src/review/trade-files/runs/session-imports.store.js';
import { TradeInsertsService } from '../../src/trades/trade-inserts.service.js';
import { type TestApp, callerWith, startTestApp } from '../support/app.js';
import { aProject } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { freqtradeResult, sendRun } from '../support/run-files.js';

const hasServer = process.env['TEST_DATABASE_URL'] !== undefined;
// The embedded database has one connection, so a transaction that waits would stop all other transactions.
if (!hasServer) process.stderr.write('Not checked: twin imports of a run (needs TEST_DATABASE_URL).\n');

/** Makes the imports of an instance wait before they store the first trade, until `end` is called. */
function holdInserts({ instances }: TestApp): { readonly begun: Promise<void>; readonly end: () => void } {
  let begin = () => {};
  let release = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const held = new Promise<void>((resolve) => (release = resolve));
  const spies = instances.map((instance) => {
    const inserts = instance.get(TradeInsertsService);
    const insertInto = inserts.insertInto.bind(inserts);
    return jest.spyOn(inserts, 'insertInto').mockImplementation(async (...args) => {
      begin();
      await held;
      return insertInto(...args);
    });
  });
  const end = () => {
    for (const spy of spies) spy.mockRestore();
    release();
  };
  return { begun, end };
}

/**
 * In tests, transactions usually wait for locks almost without a limit. In this test they wait as briefly as possible.
 */
function limitLockWaits({ instances }: TestApp): void {
  for (const instance of instances) {
    const store = instance.get(SessionImportsStore);
    const claim = store.claim.bind(store);
    jest.spyOn(store, 'claim').mockImplementation(async (transaction, row) => {
      await transaction.query('SET LOCAL lock_timeout = 1');
      return claim(transaction, row);
    });
  }
}

(hasServer ? describe : describe.skip)('two instances that import the same file at the same time', () => {
  let first: TestApp;
  let second: TestApp;
  beforeAll(async () => {
    first = await startTestApp();
    second = await startTestApp({ API_KEYS: first.environment.API_KEYS });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  it('make one session: the second import gets 503 BUSY with Retry-After while the first import stores', async () => {
    const project = await aProject(first.call);
    const other = callerWith(second.stranger, first.secrets.own);
    limitLockWaits(second);
    const hold = holdInserts(first);
    const slow = sendRun(first.call, project, freqtradeResult()).then((response) => response);
    try {
      await hold.begun;
      const busy = await sendRun(other, project, freqtradeResult());
      expectProblem(busy, 'BUSY');
      expect(Number(busy.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    } finally {
      hold.end();
    }
    const made = await slow;
    expect(made.status).toBe(201);
    jest.restoreAllMocks();
    const again = await sendRun(other, project, freqtradeResult()).expect(200);
    expect(again.body.sessions).toMatchObject([
      { created: false, session: { id: made.body.sessions[0].session.id } },
    ]);
    const { body } = await first.call.get(`/sessions?projectId=${project.id}`).expect(200);
    expect(body.sessions).toHaveLength(1);
  });
});
