import type supertest from 'supertest';
import { DataSource } from 'typeorm';
import { BulkWrites } from '../../src/trades/bulk-writes.js';
import { type Caller, type TestApp, callerWith, startTestApp } from '../support/app.js';
import { takeTurns } from '../support/bulk-turns.js';
import { aProject, finish, statsOf } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { setQuotas } from '../support/quotas.js';
import { aFreqtradeTrade, aRun, freqtradeResult, sendRun } from '../support/run-files.js';
import { zip } from '../support/zip.js';

let t: TestApp;
/** A second instance of the service on the same database, with the same keys. */
let second: TestApp;
let callers: readonly [Caller, Caller];
beforeAll(async () => {
  t = await startTestApp();
  second = await startTestApp({ API_KEYS: t.environment.API_KEYS });
  callers = [t.call, callerWith(second.stranger, t.secrets.own)];
});
afterAll(async () => {
  await second.close();
  await t.close();
});

interface Id {
  readonly id: string;
}

const FILE = freqtradeResult();
const TWO = freqtradeResult({ A: aRun({ strategy_name: 'A' }), B: aRun({ strategy_name: 'B' }) });

const send = (project: Id, file: string | Buffer = FILE, query: Readonly<Record<string, string>> = {}) =>
  sendRun(t.call, project, file, query);

/** The sessions in a response: the id of each, and whether it is new. */
const made = ({ body }: supertest.Response): [id: string, created: boolean][] =>
  body.sessions.map(({ session, created }: { session: Id; created: boolean }) => [session.id, created]);

const sessionsOf = async ({
  id,
}: Id): Promise<{ id: string; name: string; summary: { tradeCount: number } }[]> =>
  (await t.call.get(`/sessions?projectId=${id}`).expect(200)).body.sessions;

describe('an import of the same file again', () => {
  it('returns the session of the first import, and writes nothing', async () => {
    const project = await aProject(t.call);
    const first = await send(project).expect(201);
    const entries = async () => (await t.call.get('/audit').expect(200)).body.entries;
    const before = [await entries(), await sessionsOf(project)];
    for (const call of callers) {
      const again = await sendRun(call, project, FILE).expect(200);
      expect(again.body.sessions).toEqual([
        { ...first.body.sessions[0], created: false, inserted: 0, stored: 1, check: null },
      ]);
    }
    expect([await entries(), await sessionsOf(project)]).toEqual(before);
  });

  it('is recognised in a zip and with a byte order mark, but not in another project', async () => {
    const project = await aProject(t.call);
    const [[id]] = made(await send(project)) as [[string, boolean]];
    for (const same of [zip({ name: 'a.json', text: FILE }), `\ufeff${FILE}`])
      expect(made(await send(project, same).expect(200))).toEqual([[id, false]]);
    expect(made(await send(await aProject(t.call)).expect(201))[0]![0]).not.toBe(id);
    expect(made(await send(project, `${FILE}\n`).expect(201))[0]![0]).not.toBe(id);
  });

  it.each([
    ['name', 'Mine'],
    ['strategy', 'Mine'],
    ['initialBalance', '1000'],
    ['accountCurrency', 'USDT'],
    ['accountTimezone', 'UTC'],
    ['symbol', 'BTCUSDT'],
    ['feed', 'venue-spot'],
    ['timeframe', '30m'],
    ['tags', 'a'],
    ['source', 'freqtrade'],
    ['timezone', 'UTC'],
    ['dateOrder', 'dmy'],
    ['stops', 'initial'],
    ['strategyName', 'Saturn5'],
  ])('makes another session if %s is sent with the repeated file', async (name, value) => {
    const project = await aProject(t.call);
    await send(project).expect(201);
    await send(project, FILE, { [name]: value }).expect(201);
    await send(project, FILE, { [name]: value }).expect(200);
    expect(await sessionsOf(project)).toHaveLength(2);
  });

  it('does not finish a session that already exists', async () => {
    const project = await aProject(t.call);
    await send(project).expect(201);
    const { body } = await send(project, FILE, { finish: 'true' }).expect(200);
    expect(body.sessions[0].session.status).toBe('active');
    await finish(t.call, body.sessions[0].session);
    expect((await send(project).expect(200)).body.sessions[0].session.status).toBe('finished');
  });

  it('makes a new session if the first session has been emptied or deleted', async () => {
    const project = await aProject(t.call);
    const [[first]] = made(await send(project)) as [[string, boolean]];
    await t.call.delete(`/sessions/${first}/trades`).expect(200);
    const [[next, created]] = made(await send(project).expect(201)) as [[string, boolean]];
    expect([next === first, created]).toEqual([false, true]);
    expect(made(await send(project).expect(200))).toEqual([[next, false]]);
    await t.call.delete(`/sessions/${first}`).expect(204);
    expect(made(await send(project).expect(200))).toEqual([[next, false]]);
    await t.call.delete(`/sessions/${next}`).expect(204);
    expect(made(await send(project).expect(201))[0]![0]).not.toBe(next);
    expect(await sessionsOf(project)).toHaveLength(1);
  });

  it('does not return a copy of the first session', async () => {
    const project = await aProject(t.call);
    const [[first]] = made(await send(project)) as [[string, boolean]];
    await t.call.post(`/sessions/${first}/copy`).expect(201);
    await t.call.delete(`/sessions/${first}`).expect(204);
    await send(project).expect(201);
  });

  it('returns the first session even if an instance of an older version has left its summary outdated', async () => {
    const project = await aProject(t.call);
    const [[id]] = made(await send(project)) as [[string, boolean]];
    const database = t.app.get(DataSource);
    await database.query('UPDATE sessions SET revision = revision + 1, trade_count = 0 WHERE id = $1', [id]);
    const { body } = await send(project).expect(200);
    expect(body.sessions[0].session).toMatchObject({ id, summary: { tradeCount: 1, plNet: 9.79 } });
  });
});

describe('a file of several strategies', () => {
  it('becomes a session for each strategy, or no session at all', async () => {
    const project = await aProject(t.call);
    const { body } = await send(project, TWO, { tags: 'x' }).expect(201);
    const strategies = body.sessions.map(
      ({ session }: { session: { strategy: string } }) => session.strategy,
    );
    expect(strategies).toEqual(['A', 'B']);
    expect(await sessionsOf(project)).toHaveLength(2);
    const wrong = freqtradeResult({ A: aRun(), B: aRun({ trades: [aFreqtradeTrade({ amount: 'x' })] }) });
    expectProblem(await send(project, wrong), 'VALIDATION_FAILED', ['trades[0].qty']);
    expect(await sessionsOf(project)).toHaveLength(2);
  });

  it('becomes only the session of the strategy that the request names', async () => {
    const project = await aProject(t.call);
    const [one] = made(await send(project, TWO, { strategyName: 'B' }).expect(201));
    const all = made(await send(project, TWO).expect(201));
    expect(all).toEqual([
      [expect.any(String), true],
      [one![0], false],
    ]);
    expect(made(await send(project, TWO).expect(200))).toEqual(all.map(([id]) => [id, false]));
    expectProblem(await send(project, TWO, { strategyName: 'C' }), 'VALIDATION_FAILED', ['strategyName']);
  });

  it('can have up to 20 strategies, or 21 if the request names one of them', async () => {
    const project = await aProject(t.call);
    const file = (count: number) =>
      freqtradeResult(Object.fromEntries(Array.from({ length: count }, (_, i) => [`S${i}`, aRun()])));
    expect(made(await send(project, file(20)).expect(201))).toHaveLength(20);
    expectProblem(await send(project, file(21)), 'VALIDATION_FAILED', ['strategyName']);
    expect(made(await send(project, file(21), { strategyName: 'S20' }).expect(201))).toHaveLength(1);
  });

  it('reports skipped rows and the check of times separately for each session', async () => {
    const trades = [aFreqtradeTrade({ is_open: true }), aFreqtradeTrade()];
    const file = freqtradeResult({ A: aRun({ trades }), B: aRun({ trades: [] }) });
    const { body } = await send(await aProject(t.call), file).expect(201);
    expect(body.sessions).toMatchObject([
      {
        inserted: 1,
        tradeCount: 1,
        skipped: [{ row: 0, reason: 'the trade is open, worth 9.79' }],
        skippedCount: 1,
      },
      { inserted: 0, tradeCount: 0, skipped: [], skippedCount: 0, check: null },
    ]);
  });
});

describe('concurrent imports of the same file', () => {
  it('make one session, whichever instance receives them', async () => {
    for (const file of [FILE, TWO]) {
      const project = await aProject(t.call);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) => sendRun(callers[i % 2]!, project, file)),
      );
      const statuses = answers.map(({ status }) => status).filter((status) => status !== 503);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([...statuses.slice(1).map(() => 200), 201]);
      const sessions = await sessionsOf(project);
      expect(sessions.map(({ summary }) => summary.tradeCount)).toEqual(file === FILE ? [1] : [1, 1]);
    }
  });

  it('never deadlock if some of them import all strategies and others import a single strategy', async () => {
    const project = await aProject(t.call);
    const queries: Record<string, string>[] = [
      {},
      { strategyName: 'A' },
      { strategyName: 'B' },
      {},
      { strategyName: 'B' },
    ];
    const answers = await Promise.all(
      queries.map((query, i) => sendRun(callers[i % 2]!, project, TWO, query)),
    );
    expect(answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(await sessionsOf(project)).toHaveLength(2);
  });

  it('leave one session or no session if the session is deleted at the same time', async () => {
    const project = await aProject(t.call);
    for (let round = 0; round < 4; round += 1) {
      const [[id]] = made(await send(project)) as [[string, boolean]];
      const [answer] = await Promise.all([
        sendRun(callers[1], project, FILE),
        t.call.delete(`/sessions/${id}${round % 2 ? '/trades' : ''}`).then((response) => response),
      ]);
      expect([200, 201]).toContain(answer.status);
      const last = made(await send(project))[0]![0];
      expect((await statsOf(t.call, { id: last })).tradeCount).toBe(1);
    }
  });
});

describe('an import of a run', () => {
  it('gets the same response again if its Idempotency-Key is sent again', async () => {
    const project = await aProject(t.call);
    const key = { 'Idempotency-Key': `run of ${project.id}` };
    const first = await send(project).set(key).expect(201);
    const again = await sendRun(callers[1], project, FILE).set(key).expect(201);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect(first.body.sessions[0].check).not.toBeNull();
    for (const [file, query] of [
      [`${FILE} `, {}],
      [FILE, { name: 'x' }],
    ] as const)
      expectProblem(await send(project, file, query).set(key), 'IDEMPOTENCY_KEY_REUSED');
    await t.call.delete(`/sessions/${first.body.sessions[0].session.id}`).expect(204);
    expect((await send(project).set(key).expect(201)).body).toEqual(first.body);
    expect(await sessionsOf(project)).toHaveLength(0);
  });

  it('has three audit entries: for the session, for its trades, and for its finish', async () => {
    const project = await aProject(t.call);
    const { body } = await send(project, FILE, { finish: 'true' }).expect(201);
    const { id } = body.sessions[0].session;
    const audit = await t.call.get(`/audit?resourceId=${id}`).expect(200);
    expect(audit.body.entries).toMatchObject([
      { action: 'session.finish', count: null },
      { action: 'trades.import', count: 1 },
      { action: 'session.create', count: null },
    ]);
  });

  it('waits for a slot like an import of trades, and is refused beyond the limit', async () => {
    const project = await aProject(t.call);
    const turns = takeTurns(t.instances.map((instance) => instance.get(BulkWrites)));
    const waiting = Array.from({ length: 4 * t.instances.length }, (_, i) =>
      send(project, FILE, { name: `${i}` }).then(({ status }) => status),
    );
    await turns.until(4);
    expectProblem(await send(project), 'BUSY');
    turns.end();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([201]));
  });

  it('stores nothing if it would exceed a quota', async () => {
    const project = await aProject(t.call);
    const { usage } = (await t.call.get('/usage').expect(200)).body;
    for (const [quotas, code] of [
      [{ sessions: usage.sessions + 1 }, 'QUOTA_SESSIONS'],
      [{ trades: usage.trades + 1 }, 'QUOTA_TRADES'],
    ] as const) {
      await setQuotas(t, quotas);
      try {
        expectProblem(await send(project, TWO), code);
      } finally {
        await setQuotas(t, { sessions: null, trades: null });
      }
    }
    expect(await sessionsOf(project)).toEqual([]);
    await send(project, TWO).expect(201);
  });
});

describe('a preview of a run', () => {
  it('shows which sessions an import would make, and writes nothing', async () => {
    const project = await aProject(t.call);
    const query = { preview: 'true', breakEvenThreshold: '10', tags: 'a,b' };
    const { body } = await send(project, FILE, query).expect(200);
    expect(body.sessions).toEqual([
      {
        session: {
          name: 'Saturn5, 2023-03-28 10:40',
          sourceFile: null,
          runAt: null,
          mode: 'automated',
          source: 'import',
          initialBalance: 1000,
          accountCurrency: 'USDT',
          strategy: 'Saturn5',
          feesConfig: { entryFee: 0.1, exitFee: 0.1, type: 'percent' },
          rangeStart: 1_680_000_000_000,
          rangeEnd: 1_681_000_000_000,
          accountTimezone: 'UTC',
          tags: ['a', 'b'],
          trial: { study: null, parameters: {}, codeVersion: null, sample: null },
          assets: [expect.objectContaining({ symbol: 'BTCUSDT', feed: 'venue-spot', timeframe: '30m' })],
        },
        created: true,
        sessionId: null,
        notices: [],
        choices: null,
        money: [
          {
            symbol: 'BTCUSDT',
            column: 'profit_abs',
            meaning: 'net',
            model: 'costs-by-row',
            pointValue: 1,
            rows: 1,
            agree: 1,
            fileTotal: 9.79,
            total: 9.79,
            net: 9.79,
          },
        ],
        tradeCount: 1,
        skipped: [],
        skippedCount: 0,
        suggested: null,
        ambiguous: [],
        ambiguousCount: 0,
        figures: expect.objectContaining({ tradeCount: 1, winCount: 0, breakEvenCount: 1, plNet: 9.79 }),
        check: expect.objectContaining({ verdict: 'unknown' }),
      },
    ]);
    expect(await sessionsOf(project)).toEqual([]);
  });

  it('names the session that an earlier import of the file has made', async () => {
    const project = await aProject(t.call);
    const [[id]] = made(await send(project, TWO, { strategyName: 'B' })) as [[string, boolean]];
    const { body } = await send(project, TWO, { preview: 'true' }).expect(200);
    expect(body.sessions).toMatchObject([
      { created: true, sessionId: null, session: { strategy: 'A' } },
      { created: false, sessionId: id, session: { strategy: 'B' } },
    ]);
    await t.call.delete(`/sessions/${id}/trades`).expect(200);
    const emptied = await send(project, TWO, { preview: 'true' }).expect(200);
    expect(emptied.body.sessions).toMatchObject([{ created: true }, { created: true, sessionId: null }]);
  });

  it('returns the figures of a session that is so large that the worker thread computes them', async () => {
    const trades = Array.from({ length: 2_500 }, () => aFreqtradeTrade());
    const file = freqtradeResult({ A: aRun({ trades }), B: aRun() });
    const { body } = await send(await aProject(t.call), file, { preview: 'true' }).expect(200);
    expect(body.sessions).toMatchObject([
      { figures: { tradeCount: 2_500, plNet: 24_475 } },
      { figures: { tradeCount: 1 } },
    ]);
  });
});
