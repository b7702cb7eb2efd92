import { type Caller, type TestApp, startTestApp } from '../support/app.js';
import { aProject, aSession } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { previewFile, sendRun } from '../support/run-files.js';
import { lines } from '../support/trade-files.js';
import { MONEY_HEADER, UNCLEAR_MONEY, WRONG_MONEY, moneyRow } from '../support/unclear-money.js';

let t: TestApp;
let call: Caller;
beforeAll(async () => {
  t = await startTestApp();
  ({ call } = t);
});
afterAll(() => t.close());

type Query = Readonly<Record<string, string>>;

const send = (session: { readonly id: string }, text: string, query: Query = {}) =>
  call
    .post(`/sessions/${session.id}/trades/import?${new URLSearchParams(query).toString()}`)
    .set('content-type', 'text/csv')
    .send(text);

const tradesOf = async ({ id }: { readonly id: string }) =>
  (await call.get(`/sessions/${id}/trades`).expect(200)).body.trades as Record<string, unknown>[];

const aTradeless = () => aSession(call, { accountCurrency: 'USD' });

const CHOICES = [
  { meaning: 'net', costs: null, pointValue: 49.5, total: 490.5, net: 490.5 },
  { meaning: 'gross', costs: null, pointValue: 49.05, total: 490.5, net: 486 },
];
const RUN = { initialBalance: '1000' };

describe('a file with unclear money', () => {
  it('is refused with the readings to choose from, and stores nothing', async () => {
    const session = await aTradeless();
    const answer = await send(session, UNCLEAR_MONEY);
    expectProblem(answer, 'MONEY_UNCLEAR', ['profit', 'profit']);
    expect(answer.body.choices).toEqual(CHOICES);
    expect(answer.body.message).toMatch(/^The money of the file is unclear: .+ profit=net, profit=gross or/);
    expect(await tradesOf(session)).toEqual([]);
    const run = await sendRun(call, await aProject(call), UNCLEAR_MONEY, RUN);
    expectProblem(run, 'MONEY_UNCLEAR', ['profit', 'profit']);
    expect(run.body.choices).toEqual(CHOICES);
  });

  it('is previewed as the likeliest reading, with the choices', async () => {
    const session = await aTradeless();
    const { choices, money, after } = (await send(session, UNCLEAR_MONEY, { preview: 'true' }).expect(200))
      .body;
    expect(choices).toEqual(CHOICES);
    expect(money).toMatchObject([{ symbol: 'BTCUSDT', column: 'profit', meaning: 'net', rows: 1, agree: 1 }]);
    expect(after).toMatchObject({ plNet: 490.5 });
    for (const answer of [
      await sendRun(call, await aProject(call), UNCLEAR_MONEY, { ...RUN, preview: 'true' }),
      await previewFile(call, UNCLEAR_MONEY, RUN),
    ])
      expect(answer.body.sessions).toMatchObject([{ choices: CHOICES, figures: { plNet: 490.5 } }]);
  });

  it.each([
    [{ profit: 'net' }, [49.5, 4.5, 490.5], 'net'],
    [{ profit: 'gross' }, [49.05, 4.5, 486], 'gross'],
    [{ profit: 'ignore' }, [1, 4.5, 5.5], 'none'],
    [{ profit: 'ignore', costs: 'credit' }, [1, -4.5, 14.5], 'none'],
    [{ profit: 'net', costs: 'credit' }, [48.6, -4.5, 490.5], 'net'],
    [{ profit: 'net', pointValue: '49' }, [49, -0.5, 490.5], 'net'],
    [{ profit: 'ignore', pointValue: 'BTC/USDT:2' }, [2, 4.5, 15.5], 'none'],
  ])('is stored with the answer %j', async (query: Query, [pointValue, feesPaid, plNet], meaning) => {
    const session = await aTradeless();
    const { money } = (await send(session, UNCLEAR_MONEY, query).expect(201)).body;
    expect(money).toMatchObject([{ meaning, net: plNet }]);
    expect(await tradesOf(session)).toMatchObject([{ qty: 1, pointValue, feesPaid, plNet }]);
    // Sent again with the same answer, it is a repeat.
    expect((await send(session, UNCLEAR_MONEY, query).expect(201)).body).toMatchObject({
      inserted: 0,
      stored: 1,
    });
  });

  it('becomes another session for each answer', async () => {
    const project = await aProject(call);
    const made = async (query: Query) => {
      const { body } = await sendRun(call, project, UNCLEAR_MONEY, { ...RUN, ...query });
      return [body.sessions[0].created, body.sessions[0].session.id, body.sessions[0].money[0].net];
    };
    const [netCreated, net, netTotal] = await made({ profit: 'net' });
    const [grossCreated, gross, grossTotal] = await made({ profit: 'gross' });
    expect([netCreated, grossCreated, netTotal, grossTotal]).toEqual([true, true, 490.5, 486]);
    expect(net).not.toBe(gross);
    expect(await made({ profit: 'net' })).toEqual([false, net, 490.5]);
  });

  it.each([
    [{ profit: 'loss' }, 'profit'],
    [{ costs: 'free' }, 'costs'],
    [{ pointValue: '0' }, 'pointValue'],
    [{ pointValue: 'ES:50,' }, 'pointValue'],
    [{ pointValue: 'ES:50' }, 'pointValue'],
    [{ pointValue: '' }, 'pointValue'],
  ])('is refused with the wrong answer %j', async (query: Query, field) => {
    expectProblem(await send(await aTradeless(), UNCLEAR_MONEY, query), 'VALIDATION_FAILED', [field]);
  });
});

describe('a file whose profits disagree with its prices', () => {
  it('is refused with the rows, and stores nothing, in a preview, too', async () => {
    const session = await aTradeless();
    const project = await aProject(call);
    for (const answer of [
      await send(session, WRONG_MONEY),
      await send(session, WRONG_MONEY, { preview: 'true' }),
      await sendRun(call, project, WRONG_MONEY, RUN),
      await previewFile(call, WRONG_MONEY, RUN),
    ]) {
      expectProblem(answer, 'VALIDATION_FAILED', ['lines[2].profit']);
      expect(answer.body.details[0].message).toBe(
        'disagrees with the prices; line 2: long, the price rose by 10, but column profit says −20.00',
      );
    }
    expect(await tradesOf(session)).toEqual([]);
  });

  it('is stored as printed, or without the profits, if the sender says so', async () => {
    const printed = await aTradeless();
    const { money } = (await send(printed, WRONG_MONEY, { profit: 'net' }).expect(201)).body;
    expect(money).toMatchObject([{ model: 'printed', agree: 2, fileTotal: -10, total: -10, net: -10 }]);
    expect(new Set((await tradesOf(printed)).map(({ plNet }) => plNet))).toEqual(new Set([-20, 10]));
    const ignored = await aTradeless();
    await send(ignored, WRONG_MONEY, { profit: 'ignore' }).expect(201);
    expect((await tradesOf(ignored)).map(({ plNet }) => plNet)).toEqual([10, 10]);
  });

  it('is refused for one wrong row of 20,000', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) =>
      moneyRow('110', '1', i === 17_000 ? '-9.00' : '9.00'),
    );
    const session = await aTradeless();
    expectProblem(await send(session, lines(MONEY_HEADER, ...rows)), 'VALIDATION_FAILED', [
      'lines[17002].profit',
    ]);
    expect(await tradesOf(session)).toEqual([]);
  });
});

describe('columns that contradict each other', () => {
  const row = (...cells: readonly string[]) => `${moneyRow('110', '1', '9.00')},${cells.join()}`;
  it.each([
    [
      'two currencies in one column',
      `${MONEY_HEADER},currency`,
      [row('USD'), row('EUR')],
      'lines[3].currency',
    ],
    [
      'profits in two currencies',
      MONEY_HEADER,
      [moneyRow('110', '1', '9.00 USD'), moneyRow('110', '1', '9.00 EUR')],
      'lines[3].profit',
    ],
    [
      'a long with a quantity below 0',
      MONEY_HEADER,
      [moneyRow('110', '1', '9.00').replace(',1,', ',-1,')],
      'lines[2].qty',
    ],
    [
      'a profit that is no number',
      MONEY_HEADER,
      [moneyRow('110', '1', '9.00'), moneyRow('110', '1', 'win')],
      'lines[3].profit',
    ],
    ['a row without a cell', MONEY_HEADER, [moneyRow('110', '1', '9.00'), ',,,,,,,,'], 'lines[3].side'],
  ])('are refused with the row: %s', async (_, header, rows, field) => {
    const session = await aTradeless();
    const answer = await send(session, lines(header, ...rows));
    expect([answer.status, answer.body.code, answer.body.details[0].field]).toEqual([
      400,
      'VALIDATION_FAILED',
      field,
    ]);
    expect(await tradesOf(session)).toEqual([]);
  });
});

describe('the answer to an import', () => {
  it('names costs that are not read', async () => {
    const header = 'symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice,Fee BNB,Commission %,Net Profit';
    const text = lines(header, 'BTCUSDT,long,1,1704844800000,100,1704848400000,110,0.001,0.1,9.90');
    const { notices } = (await send(await aTradeless(), text).expect(201)).body;
    expect(notices).toEqual([
      'Column Fee BNB is not read as a cost, because it is in another currency than the profit.',
      'Column Commission % is not read as a cost, because it is a rate or a percentage.',
    ]);
  });

  it('proves the money of each symbol', async () => {
    const header = 'symbol,side,contracts,entryTime,entryPrice,exitTime,exitPrice,commission,net profit';
    const text = lines(
      header,
      'ES,long,1,1704844800000,5000.25,1704848400000,5010.25,4.50,$495.50',
      'NQ,short,2,1704844800000,18000,1704848400000,17990,9.00,$391.00',
      'ES,short,1,1704852000000,5010.25,1704855600000,5014.25,4.50,($204.50)',
    );
    const assets = ['ES', 'NQ'].map((symbol) => ({ symbol }));
    const session = await aSession(call, { accountCurrency: 'USD', assets });
    const common = { column: 'net profit', meaning: 'net', model: 'point-value' };
    expect((await send(session, text).expect(201)).body.money).toEqual([
      { symbol: 'ES', ...common, pointValue: 50, rows: 2, agree: 2, fileTotal: 291, total: 291, net: 291 },
      { symbol: 'NQ', ...common, pointValue: 20, rows: 1, agree: 1, fileTotal: 391, total: 391, net: 391 },
    ]);
  });
});
