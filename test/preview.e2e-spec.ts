import { DataSource } from 'typeorm';
import { type TestApp, startTestApp } from './support/app.js';
import {
  MINUTE,
  T,
  aSession,
  aSessionWith,
  aSymbol,
  aTrade,
  finish,
  ingest,
  statsOf,
  tradesWith,
} from './support/factories.js';
import { expectProblem } from './support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ TRADE_MINIMUM: '1' });
});
afterAll(() => t.close());

type Owner = { readonly id: string };

const send = ({ id }: Owner, trades: unknown, query = '') =>
  t.call.post(`/sessions/${id}/trades/preview${query}`, { trades });

const preview = async (session: Owner, trades: unknown, query = '') =>
  (await send(session, trades, query).expect(200)).body;

/** Returns the figures of the statistics. If all these figures are defined, they equal the figures of a preview. */
const figuresOf = async (session: Owner, threshold = 0) => {
  const {
    equityCurve: _curve,
    plPctDistribution: _bins,
    idealRAnalysis: _ideal,
    ...figures
  } = await statsOf(t.call, session, threshold);
  return figures;
};

/** A win, a loss and a break-even, each with a stop, so that no figure is undefined. */
const someOfEach = () => tradesWith(5, -3, 0).map((trade) => ({ ...trade, stopLoss: 990 }));

describe('the preview of a batch', () => {
  it('says of each new trade whether it would be a second look', async () => {
    const at = (start: number, end: number) => ({
      entryTime: T + start * MINUTE,
      exitTime: T + end * MINUTE,
    });
    const session = await aSession(t.call);
    const { trades: stored } = await ingest(t.call, session, [aTrade(at(0, 10)), aTrade(at(20, 30))]);
    const [gone] = stored;
    await t.call.delete(`/sessions/${session.id}/trades/${gone!.id}`).expect(204);
    const again = aTrade({ ...at(0, 10), plNet: gone!.plNet });
    const rows = [aTrade(at(5, 8)), again, aTrade(at(40, 50))];
    const lookOf = ({ secondLook }: { secondLook: unknown }) => secondLook;
    const { verdicts } = await preview(session, rows);
    const looks = verdicts.map(({ trade }: { trade: { secondLook: unknown } }) => lookOf(trade));
    expect(looks).toEqual(['run', null, null]);
    await ingest(t.call, session, rows);
    const { body } = await t.call.get(`/sessions/${session.id}/trades`).expect(200);
    expect(body.trades.map(lookOf)).toEqual(['run', null, null, null]);
  });

  it('returns a verdict for each row', async () => {
    const [stored, other] = [aTrade(), aTrade()];
    const session = await aSessionWith(t.call, [stored, other], { assets: [{ symbol: aSymbol() }] });
    const fresh = aTrade({ tags: [' a '], feesPaid: 1 });
    const rows = [fresh, stored, { ...other, note: 'x' }, { ...aTrade(), qty: 0.5 }, 7, { clientId: 'c' }];
    const { verdicts, counts, check } = await preview(session, rows);
    expect(counts).toEqual({ new: 1, stored: 1, conflict: 1, invalid: 3 });
    expect(check).toMatchObject({ verdict: 'unknown', known: 0 });
    expect(
      verdicts.map(({ index, clientId, verdict }: Record<string, unknown>) => [index, clientId, verdict]),
    ).toEqual([
      [0, fresh.clientId, 'new'],
      [1, stored.clientId, 'stored'],
      [2, other.clientId, 'conflict'],
      [3, rows[3] && (rows[3] as { clientId: string }).clientId, 'invalid'],
      [4, null, 'invalid'],
      [5, 'c', 'invalid'],
    ]);
    expect(verdicts[0].trade).toMatchObject({
      id: null,
      createdAt: null,
      updatedAt: null,
      tags: ['a'],
      givenCosts: ['feesPaid'],
      plNet: 9,
    });
    expect(verdicts[1].trade.id).toEqual(expect.any(String));
    expect(verdicts[2]).toMatchObject({
      trade: { note: '' },
      problems: [
        { field: 'clientId', message: expect.stringMatching(/^is stored with different content; edit or/) },
      ],
    });
    expect(verdicts[3].problems.map(({ field }: { field: string }) => field)).toEqual(['qty']);
    expect(verdicts[4]).toMatchObject({
      trade: null,
      problems: [{ field: 'trade', message: 'must be an object' }],
    });
    expect(verdicts[5].problems.length).toBeGreaterThan(5);
  });

  it('states the problem of each row: a wrong field, a repeat, a missing asset, or a name that every object inherits', async () => {
    const session = await aSession(t.call);
    const one = aTrade();
    const hostile = JSON.parse('{"__proto__": {}, "clientId": "p"}') as object;
    const rows = [one, { ...one }, aTrade({ symbol: 'OTHER' }), { ...aTrade(), x: 1 }, hostile, null];
    const { verdicts, counts } = await preview(session, rows);
    expect(counts).toEqual({ new: 1, stored: 0, conflict: 0, invalid: 5 });
    expect(verdicts.map(({ problems }: { problems: object[] }) => problems[0] ?? null)).toEqual([
      null,
      { field: 'clientId', message: 'repeats that of trades[0]' },
      { field: 'symbol', message: 'matches no asset of this session' },
      { field: 'x', message: 'is not a known field' },
      { field: '__proto__', message: 'is not a known field' },
      { field: 'trade', message: 'must be an object' },
    ]);
  });

  it('returns the figures of the session both without and with the new rows', async () => {
    const [before, added] = [someOfEach(), someOfEach()];
    const session = await aSessionWith(t.call, before);
    const twin = await aSessionWith(t.call, [...before, ...added]);
    const answer = await preview(session, [before[0], ...added], '?breakEvenThreshold=1');
    expect(answer.before).toEqual(await figuresOf(session, 1));
    expect(answer.after).toEqual(await figuresOf(twin, 1));
  });

  it('returns null for an undefined figure', async () => {
    const { before, after } = await preview(await aSession(t.call), [aTrade({ plNet: 5 })]);
    expect(before).toMatchObject({ tradeCount: 0, winrate: null, profitFactor: null, plNet: 0 });
    expect(before.expectancyComponents.winProbability).toBeNull();
    expect(after).toMatchObject({ tradeCount: 1, winrate: 1, profitFactor: null, avgLoss: null });
  });

  it('writes nothing', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    const state = () => t.app.get(DataSource).query('SELECT * FROM sessions WHERE id = $1', [session.id]);
    const before = await state();
    await preview(session, [aTrade(), aTrade()]);
    expect(await state()).toEqual(before);
    expect((await statsOf(t.call, session)).tradeCount).toBe(1);
  });

  it('reports new rows as invalid if the session is finished', async () => {
    const stored = aTrade();
    const session = await aSessionWith(t.call, [stored]);
    await finish(t.call, session);
    const { counts, before, after, verdicts } = await preview(session, [stored, aTrade()]);
    expect(counts).toEqual({ new: 0, stored: 1, conflict: 0, invalid: 1 });
    expect(verdicts[1].problems).toEqual([
      {
        field: 'clientId',
        message: 'is not stored, and the session is finished; copy the session to add trades',
      },
    ]);
    expect(after).toEqual(before);
  });

  it('is computed in the worker thread for a large session', async () => {
    const session = await aSession(t.call);
    const batches = Array.from({ length: 5 }, () =>
      tradesWith(...Array.from({ length: 500 }, (_, i) => i - 200)),
    );
    for (const batch of batches) await ingest(t.call, session, batch);
    const added = someOfEach();
    const { before, after } = await preview(session, added);
    expect(before).toMatchObject({ tradeCount: 2500, avgRMultiple: null });
    await ingest(t.call, session, added);
    expect(after).toEqual(await figuresOf(session));
  });

  it('names the minimum of the setting in a verdict for every smaller value, beside other problems', async () => {
    const session = await aSession(t.call);
    const message = 'must not be less than 1 (the setting TRADE_MINIMUM of this service)';
    for (const small of [0, -1, 1e-13, 0.5]) {
      for (const field of ['qty', 'entryPrice', 'exitPrice']) {
        const wrong = aTrade({ [field]: small });
        const { verdicts } = await preview(session, [wrong, { ...wrong, side: 'up' }]);
        expect(verdicts[0].problems).toEqual([{ field, message }]);
        expect(verdicts[1].problems).toContainEqual({ field, message });
        expect(verdicts[1].problems).toHaveLength(2);
      }
    }
  });

  it('is refused as a whole if it is malformed', async () => {
    const session = await aSession(t.call);
    const path = `/sessions/${session.id}/trades/preview`;
    for (const trades of [undefined, null, {}, 'x', [], Array.from({ length: 501 }, () => aTrade())])
      expectProblem(await send(session, trades), 'VALIDATION_FAILED', ['trades']);
    expectProblem(await t.call.post(path, { trades: [aTrade()], x: 1 }), 'VALIDATION_FAILED', ['x']);
    expectProblem(await send(session, [aTrade()], '?x=1'), 'VALIDATION_FAILED', ['x']);
    expectProblem(await send(session, [aTrade()], '?breakEvenThreshold=-1'), 'VALIDATION_FAILED', [
      'breakEvenThreshold',
    ]);
    expectProblem(await send({ id: 'none' }, [aTrade()]), 'SESSION_NOT_FOUND');
    expectProblem(await t.other.post(path, { trades: [aTrade()] }), 'SESSION_NOT_FOUND');
  });
});
