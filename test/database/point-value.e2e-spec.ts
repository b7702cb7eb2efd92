import { DataSource } from 'typeorm';
import type { TradeRecord } from '../../src/trades/trade-record.dto.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { type Fields, T, aSession, aSessionWith, aTrade, finish, ingest } from '../support/factories.js';
import { download, exportPathOf, rowsOf } from '../support/parquet.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

interface Id {
  readonly id: string;
}

const recordsOf = async ({ id }: Id): Promise<TradeRecord[]> =>
  (await t.call.get(`/sessions/${id}/trades`).expect(200)).body.trades;

const FIGURES = ['plGross', 'feesPaid', 'spreadPaid', 'slippagePaid', 'plNet', 'plPct', 'rMultiple'] as const;

/** Returns the figures that do not depend on the id of a trade. */
const figuresOf = (trade: Readonly<Record<(typeof FIGURES)[number], unknown>>) =>
  Object.fromEntries(FIGURES.map((name) => [name, trade[name]]));

const FUTURE = { qty: 2, entryPrice: 5000, exitPrice: 5010, stopLoss: 4995 };
const AT_50 = { plGross: 1000, feesPaid: 5, plNet: 995, plPct: 0.199, rMultiple: 1.99 };
const FIXED = { feesConfig: { entryFee: 2.5, exitFee: 2.5, type: 'fixed' } };

/** An asset whose trades have this point value by default. */
const withMultiplier = (multiplier: number): Fields => ({
  assets: [{ symbol: 'ES', contractPolicy: { multiplier } }],
});

describe('the point value of a trade', () => {
  it('multiplies the figures, and is part of the record but not of the trade', async () => {
    const session = await aSession(t.call, FIXED);
    const { trades } = await ingest(t.call, session, [aTrade({ ...FUTURE, pointValue: 50 })]);
    expect(trades[0]).toMatchObject(AT_50);
    expect(trades[0]).not.toHaveProperty('pointValue');
    expect(await recordsOf(session)).toMatchObject([{ ...AT_50, pointValue: 50 }]);
  });

  it('multiplies percent fees, the spread and the slippage', async () => {
    const session = await aSession(t.call, {
      assets: [{ symbol: 'EURUSD', executionCostConfig: { spread: 0.0001, slippage: 0.00002 } }],
      feesConfig: { entryFee: 0.002, exitFee: 0.002 },
    });
    const lot = { side: 'short', qty: 0.1, entryPrice: 1.105, exitPrice: 1.1, stopLoss: 1.1075 };
    const { trades } = await ingest(t.call, session, [aTrade({ ...lot, pointValue: 100_000 })]);
    expect(figuresOf(trades[0]!)).toEqual({
      plGross: 50,
      feesPaid: 0.441,
      spreadPaid: 1,
      slippagePaid: 0.4,
      plNet: 48.159,
      plPct: 0.43582805,
      rMultiple: 1.92636,
    });
  });

  it('is the multiplier of the asset by default, and otherwise 1', async () => {
    const session = await aSession(t.call, { ...FIXED, ...withMultiplier(50) });
    expect(session.assets[0]!.contractPolicy).toEqual({ kind: 'spot', multiplier: 50 });
    await ingest(t.call, session, [
      aTrade({ ...FUTURE, clientId: 'default' }),
      aTrade({ ...FUTURE, clientId: 'sent', pointValue: 1 }),
    ]);
    expect((await recordsOf(session)).map(({ pointValue, plGross }) => [pointValue, plGross])).toEqual([
      [50, 1000],
      [1, 20],
    ]);
    const plain = await aSessionWith(t.call, [aTrade(FUTURE)]);
    expect(plain.assets[0]!.contractPolicy).toEqual({ kind: 'spot' });
    expect(await recordsOf(plain)).toMatchObject([{ pointValue: 1, plGross: 20 }]);
  });

  it.each([[0], [-1], [9e-13], [1.1e12], ['50'], [null]])(
    'must be a number from 1e-12 to 1e12: %j',
    async (value) => {
      const session = await aSession(t.call);
      const send = (pointValue: unknown) =>
        t.call.post(`/sessions/${session.id}/trades`, { trades: [aTrade({ pointValue })] });
      expectProblem(await send(value), 'VALIDATION_FAILED', ['trades[0].pointValue']);
      const { projectId } = session;
      const assets = [{ contractPolicy: { multiplier: value } }];
      const refused = await t.call.post('/sessions', { projectId, name: 'a', initialBalance: 1, assets });
      expectProblem(refused, 'VALIDATION_FAILED', ['assets[0].contractPolicy.multiplier']);
    },
  );

  it.each([
    [1e-12, -999_999_999_999],
    [1e12, -999_999_999_999e24],
  ])('may be %d', async (pointValue, plGross) => {
    const large = { qty: 1e12, entryPrice: 1e12, exitPrice: 1 };
    const session = await aSessionWith(t.call, [aTrade({ ...large, pointValue })]);
    expect(await recordsOf(session)).toMatchObject([{ pointValue, plGross, plPct: -100 }]);
  });

  it('is content: a repeat with another point value is a conflict, and a trade of before is a repeat', async () => {
    const sent = aTrade(FUTURE);
    const session = await aSessionWith(t.call, [sent]);
    const send = (fields: Fields) =>
      t.call.post(`/sessions/${session.id}/trades`, { trades: [{ ...sent, ...fields }] });
    expect((await send({ pointValue: 1 }).expect(201)).body.inserted).toBe(0);
    expectProblem(await send({ pointValue: 2 }), 'CLIENT_ID_CONFLICT', ['trades[0].clientId']);
    const [{ id }] = (await recordsOf(session)) as [TradeRecord];
    const edit = (fields: Fields) => t.call.patch(`/sessions/${session.id}/trades/${id}`, fields);
    expect((await edit({ pointValue: 50 }).expect(200)).body.trade).toMatchObject({
      pointValue: 50,
      plGross: 1000,
    });
    // Both the present content and the content that was first sent count as repeats.
    for (const fields of [{}, { pointValue: 50 }]) await send(fields).expect(201);
    await send({ pointValue: 2 }).expect(409);
    await edit({ note: 'later' }).expect(200);
    expect(await recordsOf(session)).toMatchObject([{ pointValue: 50, plGross: 1000 }]);
    expectProblem(await edit({ pointValue: null }), 'VALIDATION_FAILED', ['pointValue']);
    const { body } = await t.call.get(`/sessions/${session.id}/record`).expect(200);
    expect(body.session.summary.plGross).toBe(1000);
    await finish(t.call, session);
    expectProblem(await edit({ pointValue: 1 }), 'SESSION_FINISHED');
  });

  it.each(['csv', 'ndjson'])('returns unchanged in a copy, and after an export as %s', async (format) => {
    const original = await aSession(t.call, { ...FIXED, ...withMultiplier(50) });
    const trades = [aTrade(FUTURE), aTrade({ ...FUTURE, pointValue: 672.8127 })];
    await ingest(t.call, original, trades);
    const wanted = (await recordsOf(original)).map(({ pointValue, plNet }) => [pointValue, plNet]);
    const pathOf = ({ id }: Id) => `/sessions/${id}`;
    const fees = { feesConfig: { entryFee: 1, exitFee: 1, type: 'fixed' } };
    const copies = [{}, { costs: 'recompute' }, fees].map(async (fields) => {
      const { body } = await t.call.post(`${pathOf(original)}/copy`, fields).expect(201);
      expect(body.session.assets[0].contractPolicy).toEqual({ kind: 'spot', multiplier: 50 });
      return (await recordsOf(body.session)).map(({ pointValue, plNet }) => [pointValue, plNet]);
    });
    const cheaper = wanted.map(([pointValue, plNet]) => [pointValue, plNet! + 3]);
    expect(await Promise.all(copies)).toEqual([wanted, wanted, cheaper]);
    const { text } = await t.call.get(exportPathOf(original, format)).buffer(true).expect(200);
    const other = await aSession(t.call, { ...FIXED, assets: [{ symbol: 'ES' }] });
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    const imported = await t.call
      .post(`${pathOf(other)}/trades/import`)
      .set('content-type', type)
      .send(text)
      .expect(201);
    expect(imported.body.inserted).toBe(2);
    expect((await recordsOf(other)).map(({ pointValue, plNet }) => [pointValue, plNet])).toEqual(wanted);
    const rows = await rowsOf(await download(t.call, original));
    expect(rows.map(({ pointValue, plNet }) => [pointValue, plNet])).toEqual(wanted);
  });

  it('of a csv of other programs is that of the asset, unless the file states profits', async () => {
    const columns = 'symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice';
    const row = `ES,long,1,${T},100,${T + 1},110`;
    const importedInto = async (csv: string) => {
      const session = await aSession(t.call, withMultiplier(50));
      await t.call
        .post(`/sessions/${session.id}/trades/import`)
        .set('content-type', 'text/csv')
        .send(csv)
        .expect(201);
      return (await recordsOf(session)).map(({ pointValue, plNet }) => [pointValue, plNet]);
    };
    expect(await importedInto(`${columns}\n${row}\n`)).toEqual([[50, 500]]);
    expect(await importedInto(`${columns},net profit\n${row},9.00\n`)).toEqual([[1, 9]]);
    expect(await importedInto(`${columns},net profit\n${row},200.00\n`)).toEqual([[20, 200]]);
  });
});

describe('an instance of an earlier version', () => {
  it('stores trades without a point value, but cannot store figures that ignore one', async () => {
    const session = await aSessionWith(t.call, [aTrade({ ...FUTURE, clientId: 'a', pointValue: 50 })]);
    const database = t.app.get(DataSource);
    const older = (figures: string) =>
      database.query(`UPDATE trades SET ${figures} WHERE session_id = $1 AND client_id = 'a'`, [session.id]);
    await expect(older('qty = 4, pl_gross = 40')).rejects.toThrow('trades_pl_gross_check');
    await older("note = 'edited'");
    await older('qty = 4, pl_gross = 2000');
    await database.query(
      `INSERT INTO trades (workspace_id, session_id, id, entry_time, exit_time, created_at, qty, entry_price,
         exit_price, fees_paid, spread_paid, slippage_paid, pl_gross, pl_net, pl_pct, given_costs, client_id, symbol,
         feed, side, note)
       SELECT workspace_id, session_id, gen_random_uuid(), entry_time, exit_time, created_at, 1, 1, 2, 0, 0, 0, 1, 1, 100,
         0, 'b', symbol, feed, side, '' FROM trades WHERE session_id = $1`,
      [session.id],
    );
    expect(await recordsOf(session)).toMatchObject([{ pointValue: 50 }, { pointValue: 1, plGross: 1 }]);
  });
});
