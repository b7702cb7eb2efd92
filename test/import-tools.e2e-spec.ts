import { type TestApp, startTestApp } from './support/app.js';
import { HOUR, MINUTE, T, aSession, finish, statsOf } from './support/factories.js';
import { expectProblem } from './support/problems.js';
import { lines } from './support/trade-files.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Owner = { readonly id: string };

const send = ({ id }: Owner, file: string, query = '', type = 'text/csv') =>
  t.call.post(`/sessions/${id}/trades/import${query}`).set('content-type', type).send(file);

const tradesOf = async ({ id }: Owner) =>
  (await t.call.get(`/sessions/${id}/trades?count=500`).expect(200)).body.trades;

const times = <Value>(count: number, make: (i: number) => Value): Value[] =>
  Array.from({ length: count }, (_, i) => make(i));

describe('a longer run of freqtrade', () => {
  /** A trade of quantity 2 that opens at price 100 in the given hour. */
  const trade = (hour: number, fields: object = {}) => ({
    pair: 'BTC/USDT',
    amount: 2,
    open_rate: 100,
    close_rate: 110,
    open_timestamp: T + hour * HOUR,
    close_timestamp: T + hour * HOUR + MINUTE,
    is_short: false,
    is_open: false,
    profit_abs: 19.5,
    exit_reason: 'roi',
    ...fields,
  });
  const run = (...trades: readonly object[]) => JSON.stringify({ strategy: { Breakout: { trades } } });
  const sendRun = (session: Owner, file: string) => send(session, file, '', 'application/json');

  const forced = trade(2, { close_rate: 104, profit_abs: 7.5, exit_reason: 'force_exit' });
  const shorter = run(trade(0), trade(1), forced);
  const longer = run(trade(0), trade(1), trade(2, { close_timestamp: T + 5 * HOUR }), trade(6), trade(7));

  it('is refused because of the trade that the shorter run closed by force, and nothing is stored', async () => {
    const session = await aSession(t.call);
    expect((await sendRun(session, shorter).expect(201)).body).toMatchObject({ inserted: 3, stored: 0 });
    const before = await tradesOf(session);
    expect(before.at(-1)).toMatchObject({ exitPrice: 104, plNet: 7.5, tags: ['exit:force_exit'] });
    expectProblem(await sendRun(session, longer), 'CLIENT_ID_CONFLICT', ['trades[2].clientId']);
    expect(await tradesOf(session)).toEqual(before);

    await t.call.delete(`/sessions/${session.id}/trades/${before.at(-1).id}`).expect(204);
    expect((await sendRun(session, longer).expect(201)).body).toMatchObject({
      inserted: 3,
      stored: 2,
      tradeCount: 5,
    });
    const after = await tradesOf(session);
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[2]).toMatchObject({ exitPrice: 110, exitTime: T + 5 * HOUR, tags: ['exit:roi'] });
    expect(await statsOf(t.call, session)).toMatchObject({ tradeCount: 5, plNet: 5 * 19.5 });
    expect((await sendRun(session, longer).expect(201)).body).toMatchObject({ inserted: 0, stored: 5 });
  });
});

const HEADER = 'clientId,symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice';
const row = (clientId: string, exitPrice = 110, symbol = 'BTCUSDT') =>
  `${clientId},${symbol},long,1,2024-01-10T00:00:00Z,100,2024-01-10T01:00:00Z,${exitPrice}`;
const csv = (...rows: readonly string[]) => lines(HEADER, ...rows);

describe('an import report', () => {
  const REPORT = 'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit';
  const position = '2024.01.10 00:00:00,1,BTCUSDT,buy,1,100.00,,,2024.01.10 01:00:00,110.00,0.00,0.00,10.00';
  const balance = (i: number) => `2024.01.10 00:00:00,${i + 2},,balance,,,,,2024.01.10 00:00:00,,,,5.00`;

  it.each([99, 100, 101, 250])(
    'counts all %d rows that are not trades, and lists at most 100 of them',
    async (count) => {
      const file = lines(REPORT, position, ...times(count, balance));
      for (const [query, status] of [
        ['?timezone=UTC&preview=true', 200],
        ['?timezone=UTC', 201],
      ] as const) {
        const { body } = await send(await aSession(t.call), file, query).expect(status);
        expect(body.skippedCount).toBe(count);
        expect(body.skipped).toEqual(
          times(Math.min(count, 100), (i) => ({ row: i + 3, reason: 'is a balance row' })),
        );
        expect(body.tradeCount).toBe(1);
      }
    },
  );

  it.each([100, 101])(
    'counts all %d rows of a preview that conflict, and lists at most 100 of them',
    async (count) => {
      const session = await aSession(t.call);
      await send(session, csv(...times(count, (i) => row(`c${i}`)))).expect(201);
      const file = csv(row('new'), ...times(count, (i) => row(`c${i}`, 120)), row('also new'));
      const { body } = await send(session, file, '?preview=true').expect(200);
      expect(body.counts).toEqual({ new: 2, stored: 0, conflict: count, invalid: 0 });
      expect(
        body.verdicts.map(({ index, clientId, verdict }: Record<string, unknown>) => [
          index,
          clientId,
          verdict,
        ]),
      ).toEqual(times(100, (i) => [i + 1, `c${i}`, 'conflict']));
    },
  );

  it.each([100, 101])('counts all %d rows that conflict, and names at most 100 of them', async (count) => {
    const session = await aSession(t.call);
    await send(session, csv(...times(count, (i) => row(`c${i}`)))).expect(201);
    const file = csv(row('new'), ...times(count, (i) => row(`c${i}`, 120)));
    const refused = await send(session, file);
    const named = times(100, (i) => `lines[${i + 3}].clientId`);
    expectProblem(refused, 'CLIENT_ID_CONFLICT', named);
    const listed = count > 100 ? `${count - 1} more problems, 99 of them` : '99 more problems';
    expect(refused.body.message).toContain(`; ${listed} in details.`);
    expect((await statsOf(t.call, session)).tradeCount).toBe(count);
  });
});

describe('a file of another program', () => {
  it('can be a report of MetaTrader with a column of fees and with blanks as thousands separators', async () => {
    const session = await aSession(t.call, { assets: [{ symbol: 'XAUUSD' }] });
    const file = lines(
      'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Fee,Swap,Profit',
      '2025.11.14 03:42:08,1,XAUUSD,buy,0.10,4 182.78,,4 290.00,2025.11.14 05:00:00,4 192.78,- 0.70,- 0.25,- 0.08,100.00',
      '2025.11.14 06:42:08,2,XAUUSD,sell,0.20,4 182.78,,,2025.11.14 07:00:00,4 282.78,- 1.40,- 0.50,0.00,- 2 000.00',
    );
    await send(session, file, '?timezone=UTC').expect(201);
    // One lot is 100 units: 0.10 lots earn 100 if the price moves by 10.
    expect(await tradesOf(session)).toMatchObject([
      {
        qty: 0.1,
        pointValue: 100,
        entryPrice: 4182.78,
        exitPrice: 4192.78,
        takeProfit: 4290,
        plGross: 100,
        feesPaid: 1.03,
        plNet: 98.97,
      },
      { qty: 0.2, entryPrice: 4182.78, exitPrice: 4282.78, plGross: -2000, feesPaid: 1.9, plNet: -2001.9 },
    ]);
  });

  it.each([
    ['seconds', 1e-3],
    ['microseconds', 1e3],
  ])('can be a csv with times in %s since 1970', async (_, perMs) => {
    const session = await aSession(t.call);
    const hours = [0, 1, 2];
    const rows = hours.map((hour) => {
      const [entry, exit] = [T + hour * HOUR, T + hour * HOUR + MINUTE].map((time) => time * perMs);
      return `BTCUSDT,long,1,${entry},100,${exit},110`;
    });
    const file = lines('Symbol,Side,Quantity,Open Time,Open Price,Close Time,Close Price', ...rows);
    expect((await send(session, file).expect(201)).body).toMatchObject({ inserted: 3, skippedCount: 0 });
    const stored = await tradesOf(session);
    expect(stored.map(({ entryTime, exitTime }: Record<string, number>) => [entryTime, exitTime])).toEqual(
      hours.map((hour) => [T + hour * HOUR, T + hour * HOUR + MINUTE]),
    );
    expect((await finish(t.call, session)).stats).toMatchObject({ tradeCount: 3, plNet: 30 });
  });

  it('is imported into the asset with the given feed if two assets have the same symbol, and is refused without a feed', async () => {
    const feeds = ['venue-spot', 'venue-usdm-current-quarter'];
    const assets = [{ feed: feeds[0] }, { feed: feeds[1], contractPolicy: { kind: 'current-quarter' } }];
    const session = await aSession(t.call, { assets });
    const unclear = await send(session, csv(row('a'), row('b')));
    expectProblem(unclear, 'VALIDATION_FAILED', ['symbol']);
    expect(unclear.body.details[0].message).toBe(
      'BTCUSDT matches more than one asset of this session; send the feed too',
    );
    const withFeeds = lines(`${HEADER},feed`, ...feeds.map((feed, i) => `${row(`${i}`, 110 + i)},${feed}`));
    expect((await send(session, withFeeds).expect(201)).body).toMatchObject({ inserted: 2 });
    const stored = await tradesOf(session);
    expect(stored.map(({ feed, plNet }: Record<string, unknown>) => [feed, plNet])).toEqual([
      [feeds[0], 10],
      [feeds[1], 11],
    ]);
    const elsewhere = await aSession(t.call, { assets: [{ feed: feeds[0] }] });
    expectProblem(await send(elsewhere, withFeeds), 'VALIDATION_FAILED', ['feed']);
  });
});
