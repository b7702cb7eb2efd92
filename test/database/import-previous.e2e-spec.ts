import { type TestApp, startTestApp } from '../support/app.js';
import { HOUR, MINUTE, T, aSession, finish, ingest } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { lines } from '../support/trade-files.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Owner = { readonly id: string };
type Fields = Readonly<Record<string, unknown>>;

interface File {
  readonly type: string;
  /** The text by which an error refers to the first trade. */
  readonly first: string;
  readonly text: string;
  /** Trades that version 1.2 made from the file, as recorded with version 1.2. */
  readonly previous: readonly Fields[];
}

const trade = (clientId: string, hour: number, exitAfter: number, fields: Fields) => ({
  clientId,
  symbol: 'BTCUSDT',
  side: 'long',
  qty: 2,
  entryPrice: 100,
  entryTime: T + hour * HOUR,
  exitPrice: 110,
  exitTime: T + hour * HOUR + exitAfter,
  spreadPaid: 0,
  slippagePaid: 0,
  ...fields,
});

const freqtradeRow = (hour: number, fields: Fields) => ({
  pair: 'BTC/USDT',
  amount: 2,
  open_rate: 100,
  close_rate: 110,
  open_timestamp: T + hour * HOUR,
  close_timestamp: T + hour * HOUR + MINUTE,
  is_short: false,
  is_open: false,
  profit_abs: 19.5,
  ...fields,
});

const FILES: Readonly<Record<string, File>> = {
  freqtrade: {
    type: 'application/json',
    first: 'trades[0]',
    text: JSON.stringify({
      strategy: {
        Breakout: {
          trades: [
            freqtradeRow(0, { exit_reason: 'roi', enter_tag: 'rsi_cross' }),
            freqtradeRow(1, { exit_reason: 'stop_loss', profit_abs: 20.00000001 }),
            freqtradeRow(2, {}),
          ],
        },
      },
    }),
    previous: [
      trade('freqtrade-fffcad0cfbf99177237405444c8dced8', 0, MINUTE, {
        feesPaid: 0.5,
        note: 'roi',
        tags: ['rsi_cross'],
      }),
      trade('freqtrade-4bf26a8c19ade17dfe79abcaf5a0af9f', 1, MINUTE, { feesPaid: -1e-8, note: 'stop_loss' }),
      trade('freqtrade-1b1fde665b3185ab79f56bff7c07dfa9', 2, MINUTE, { feesPaid: 0.5 }),
    ],
  },
  tradingview: {
    type: 'text/csv',
    first: 'lines[2]',
    text: lines(
      'Trade #,Type,Date/Time,Signal,Price USD,Position size (qty),Net P&L USD',
      '1,Entry long,2024-01-10T00:00:00+0000,Long,100,2,19.5',
      '1,Exit long,2024-01-10T01:00:00+0000,XL,110,2,19.5',
      '2,Entry short,2024-01-10T02:00:00+0000,Short,100,2,-20.01',
      '2,Exit short,2024-01-10T03:00:00+0000,XS,110.003,2,-20.01',
      '3,Entry long,2024-01-10T04:00:00+0000,,100,2,20.01',
      '3,Exit long,2024-01-10T05:00:00+0000,,110,2,20.01',
    ),
    previous: [
      trade('tradingview-3ca56c4162289ad4efe78b068f136607', 0, HOUR, {
        feesPaid: 0.5,
        note: 'Entry: Long, Exit: XL',
      }),
      trade('tradingview-58f7028c9acc18fe7b20d2d48a438f6d', 2, HOUR, {
        side: 'short',
        exitPrice: 110.003,
        feesPaid: 0,
        note: 'Entry: Short, Exit: XS',
      }),
      trade('tradingview-95561d96a18f3f860dc9d57acb646959', 4, HOUR, { feesPaid: -0.01 }),
    ],
  },
  'backtesting.py': {
    type: 'text/csv',
    first: 'lines[2]',
    text: lines(
      ',Size,EntryBar,ExitBar,EntryPrice,ExitPrice,SL,TP,PnL,Commission,ReturnPct,EntryTime,ExitTime,Duration,Tag',
      '0,-3,1,2,100.5,99.25,101,,3.75000001,0.5,0.01,2024-01-02T00:00:00Z,2024-01-03T00:00:00Z,1 days,breakout',
    ),
    previous: [
      trade('backtesting.py-5f5bda0ac62875d57d3f65330e33a81c', -192, 24 * HOUR, {
        side: 'short',
        qty: 3,
        entryPrice: 100.5,
        exitPrice: 99.25,
        feesPaid: -1e-8,
        tags: ['breakout'],
      }),
    ],
  },
};

const send = ({ id }: Owner, { type, text }: Pick<File, 'type' | 'text'>, query = '') =>
  t.call.post(`/sessions/${id}/trades/import?${query}`).set('content-type', type).send(text);

const tradesOf = async ({ id }: Owner): Promise<Fields[]> =>
  (await t.call.get(`/sessions/${id}/trades?count=500`).expect(200)).body.trades;

describe.each(Object.entries(FILES))('a file of %s that version 1.2 has imported', (_, file) => {
  const count = file.previous.length;
  const stored = async () => {
    const session = await aSession(t.call);
    await ingest(t.call, session, file.previous);
    return session;
  };

  it('is recognised as a repeat, and its trades do not change', async () => {
    const session = await stored();
    const before = await tradesOf(session);
    expect((await send(session, file, 'preview=true').expect(200)).body.counts).toEqual({
      new: 0,
      stored: count,
      conflict: 0,
      invalid: 0,
    });
    expect((await send(session, file).expect(201)).body).toMatchObject({ inserted: 0, stored: count });
    expect(await tradesOf(session)).toEqual(before);
  });

  it('is recognised as a repeat even after its trades were edited', async () => {
    const session = await stored();
    const [first] = await tradesOf(session);
    const path = `/sessions/${session.id}/trades/${String(first!['id'])}`;
    await t.call.patch(path, { note: 'mine', exitPrice: 111 }).expect(200);
    const before = await tradesOf(session);
    expect((await send(session, file).expect(201)).body).toMatchObject({ inserted: 0, stored: count });
    expect(await tradesOf(session)).toEqual(before);
  });

  it('is recognised as a repeat in a copy, and in a finished session', async () => {
    const session = await stored();
    const copy = await t.call.post(`/sessions/${session.id}/copy`).expect(201);
    await finish(t.call, session);
    for (const one of [session, copy.body.session as Owner])
      expect((await send(one, file).expect(201)).body).toMatchObject({ inserted: 0, stored: count });
  });

  it('gets tags with the reasons if it is imported now, and importing it again is then a repeat', async () => {
    const session = await aSession(t.call);
    expect((await send(session, file).expect(201)).body).toMatchObject({ inserted: count, stored: 0 });
    const now = await tradesOf(session);
    expect(now.map(({ note }) => note)).toEqual(now.map(() => ''));
    expect((await send(session, file).expect(201)).body).toMatchObject({ inserted: 0, stored: count });
  });

  it('is a conflict if the content of a trade differs from the content that version 1.2 and this version read', async () => {
    const session = await aSession(t.call);
    const [first, ...others] = file.previous as [Fields, ...Fields[]];
    await ingest(t.call, session, [{ ...first, feesPaid: 7 }, ...others]);
    const refused = await send(session, file);
    expectProblem(refused, 'CLIENT_ID_CONFLICT', [`${file.first}.clientId`]);
    expect(refused.body.details[0].message).toBe(
      'is stored with different content; delete the stored trade first',
    );
  });
});

describe('an import', () => {
  it('stores reasons of freqtrade as tags, and treats a difference of one printed digit as a rounding error and not as a fee', async () => {
    const session = await aSession(t.call);
    await send(session, FILES['freqtrade']!).expect(201);
    expect(await tradesOf(session)).toMatchObject([
      { tags: ['enter:rsi_cross', 'exit:roi'], feesPaid: 0.5, plNet: 19.5 },
      { tags: ['exit:stop_loss'], feesPaid: 0, plNet: 20 },
      { tags: [] },
    ]);
  });

  it('stores reasons of TradingView as tags', async () => {
    const session = await aSession(t.call);
    await send(session, FILES['tradingview']!).expect(201);
    expect((await tradesOf(session)).map(({ tags, feesPaid }) => [tags, feesPaid])).toEqual([
      [['enter:Long', 'exit:XL'], 0.5],
      [['enter:Short', 'exit:XS'], 0],
      [[], 0],
    ]);
  });
});

describe('stops that the tool may have moved', () => {
  const file = FILES['backtesting.py']!;
  const message = async (session: Owner, query: string) => {
    const refused = await send(session, file, query);
    expectProblem(refused, 'CLIENT_ID_CONFLICT', ['lines[2].clientId']);
    const { verdicts } = (await send(session, file, `${query}&preview=true`).expect(200)).body;
    expect(verdicts[0].problems).toEqual([{ field: 'clientId', message: refused.body.details[0].message }]);
    return refused.body.details[0].message;
  };

  it('are imported as initial stops with stops=initial, and a repeat must then have equal stops', async () => {
    const session = await aSession(t.call);
    await send(session, file, 'stops=initial').expect(201);
    const [stored] = await tradesOf(session);
    expect(stored).toMatchObject({ stopLoss: 101, rMultiple: expect.closeTo(2.5, 6) });
    expect((await send(session, file, 'stops=initial').expect(201)).body).toMatchObject({ stored: 1 });
    expect(await message(session, '')).toBe(
      'is stored with a stop of stops=initial; send stops=initial again',
    );
  });

  it.each([
    ['this version', async (session: Owner) => void (await send(session, file).expect(201))],
    ['version 1.2', async (session: Owner) => ingest(t.call, session, file.previous)],
  ])('are refused if %s has stored the trades without stops', async (_, store) => {
    const session = await aSession(t.call);
    await store(session);
    expect(await message(session, 'stops=initial')).toBe(
      'is stored without a stop; delete the stored trade to import its stop, or leave out stops=initial',
    );
    expect((await send(session, file, 'stops=unknown').expect(201)).body).toMatchObject({ stored: 1 });
  });

  it('are optional: stops=initial has no effect on a file without such stops', async () => {
    const session = await aSession(t.call);
    for (const query of ['stops=initial', ''])
      expect((await send(session, FILES['tradingview']!, query).expect(201)).body.tradeCount).toBe(3);
  });

  it('can be declared only as initial or unknown', async () => {
    expectProblem(await send(await aSession(t.call), file, 'stops=moved'), 'VALIDATION_FAILED', ['stops']);
  });
});

it('the reason for skipping an open trade contains the value of the trade', async () => {
  const session = await aSession(t.call);
  const file = FILES['tradingview']!;
  const open = lines(
    '4,Entry long,2024-01-10T06:00:00+0000,Long,100,2,-286.27',
    '4,Exit long,2024-01-10T07:00:00+0000,Open,90,2,-286.27',
  );
  const { body } = await send(session, { ...file, text: file.text + open }).expect(201);
  expect(body).toMatchObject({ tradeCount: 3, skippedCount: 1 });
  expect(body.skipped).toEqual([
    { row: 9, reason: "the trade is open, worth -286.27 USD; the tool's total includes it" },
  ]);
});
