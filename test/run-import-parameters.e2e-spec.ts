import type supertest from 'supertest';
import { type TestApp, startTestApp } from './support/app.js';
import { type Fields, aProject, finish, statsOf } from './support/factories.js';
import { expectProblem } from './support/problems.js';
import { zip } from './support/zip.js';
import { aFreqtradeTrade, aRun, freqtradeResult, sendRun } from './support/run-files.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const trade = aFreqtradeTrade;
const resultOf = (fields: Fields) => freqtradeResult({ Saturn5: aRun(fields) });

/** A csv whose times have no offset and do not begin with the year. */
const csv = (...symbols: readonly string[]) =>
  [
    'symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice',
    ...symbols.map((symbol, i) => `${symbol},long,1,0${i + 1}/04/2023 10:00,100,0${i + 1}/04/2023 11:00,110`),
  ].join('\n');
const ALL = { initialBalance: '1000', timezone: 'UTC', dateOrder: 'dmy' };

const send = async (file: string, query: Readonly<Record<string, string>> = {}) =>
  sendRun(t.call, await aProject(t.call, { timeframe: '4h' }), file, query);
const sessionOf = async (...request: Parameters<typeof send>) =>
  (await send(...request)).body.sessions[0].session;
const messages = ({ body }: supertest.Response): string[] =>
  body.details.map(({ field, message }: Record<string, string>) => `${field} ${message}`);

describe('the parameters of a run', () => {
  it('have priority over the parameters in the file', async () => {
    const query = {
      name: ' Mine ',
      strategy: 'Mine, too',
      initialBalance: '2500.5',
      accountCurrency: 'EUR',
      accountTimezone: 'Europe/Berlin',
      symbol: 'eth-usd',
      feed: 'venue-usdm-current-quarter',
      timeframe: '3d',
      calendarCode: 'NYSE',
      tags: 'a, b ,c d',
      study: ' S ',
      codeVersion: 'v1',
      sample: 'out',
      parameters: '{"fast":3}',
      finish: 'true',
    };
    const session = await sessionOf(freqtradeResult(), query);
    expect(session).toMatchObject({
      name: 'Mine',
      strategy: 'Mine, too',
      initialBalance: 2500.5,
      accountCurrency: 'EUR',
      accountTimezone: 'Europe/Berlin',
      status: 'finished',
      tags: ['a', 'b', 'c d'],
      trial: { study: 'S', codeVersion: 'v1', sample: 'out', parameters: { fast: 3 } },
      assets: [
        { symbol: 'ETHUSD', feed: 'venue-usdm-current-quarter', timeframe: '3d', calendarCode: 'NYSE' },
      ],
      summary: { tradeCount: 1, plNet: 9.79 },
    });
    expect(session.endedAt).toBeGreaterThanOrEqual(session.createdAt);
    const again = await t.call.get(`/sessions/${session.id}/record`).expect(200);
    expect(again.body.session).toEqual(session);
    expect((await statsOf(t.call, session)).plNet).toBe(9.79);
    expect((await finish(t.call, session)).session.endedAt).toBe(session.endedAt);
  });

  it("are read from the strategy's file in a zip of freqtrade, unless they are sent", async () => {
    const params = { buy: { rsi: 30 }, roi: { '0': 0.1 }, trailing: { trailing_stop: true } };
    const file = zip(
      { name: 'result.json', text: freqtradeResult() },
      { name: 'result_config.json', text: '{}' },
      {
        name: 'result_Other.json',
        text: JSON.stringify({ strategy_name: 'Other', params: { buy: { x: 1 } } }),
      },
      { name: 'result_Saturn5.json', text: JSON.stringify({ strategy_name: 'Saturn5', params }) },
    );
    const project = await aProject(t.call);
    const trialOf = async (query: Readonly<Record<string, string>>) =>
      (await sendRun(t.call, project, file, query).expect(201)).body.sessions[0].session.trial;
    expect(await trialOf({})).toEqual({
      study: null,
      codeVersion: null,
      sample: null,
      parameters: { 'buy.rsi': 30, 'roi.0': 0.1, 'trailing.trailing_stop': true },
    });
    expect((await trialOf({ parameters: '{}' })).parameters).toEqual({});
    expect((await trialOf({ study: 'A' })).study).toBe('A');
    const again = await sendRun(t.call, project, file, { study: 'A' }).expect(200);
    expect(again.body.sessions[0].created).toBe(false);
  });

  it('have defaults if neither the request nor the file contains them', async () => {
    const session = await sessionOf(csv('BTCUSDT'), ALL);
    expect(session).toMatchObject({
      strategy: '',
      accountCurrency: 'USD',
      accountTimezone: 'UTC',
      status: 'active',
      rangeStart: null,
      rangeEnd: null,
      feesConfig: { entryFee: 0, exitFee: 0 },
      tags: [],
      trial: { study: null, codeVersion: null, sample: null, parameters: {} },
      assets: [{ symbol: 'BTCUSDT', feed: 'venue-spot', timeframe: '4h', calendarCode: '24/7' }],
    });
    expect(session.name).toMatch(/^csv, \d{4}-\d\d-\d\d \d\d:\d\d$/);
  });

  it('suggest a calendar for markets that the venue does not have, until the request contains one', async () => {
    const project = await aProject(t.call);
    const file = csv('EURUSD', 'ES1!');
    const sent = async (query: Readonly<Record<string, string>> = {}) =>
      (await sendRun(t.call, project, file, { ...ALL, ...query })).body.sessions[0];
    const preview = await sent({ preview: 'true' });
    expect(preview.suggested).toEqual({ calendarCode: '24/5' });
    const first = await sent();
    expect([first.created, first.suggested]).toEqual([true, { calendarCode: '24/5' }]);
    expect(first.session.assets.map((asset: Fields) => asset['calendarCode'])).toEqual(['24/7', '24/7']);
    const again = await sent();
    expect([again.created, again.session.id, again.suggested]).toEqual([false, first.session.id, null]);
    // The same file with a calendar is another session.
    for (const calendarCode of ['24/5', '24/7']) {
      const other = await sent({ calendarCode });
      expect([other.created, other.suggested]).toEqual([true, null]);
      expect(other.session.assets).toMatchObject([{ calendarCode }, { calendarCode }]);
      expect((await sent({ calendarCode })).session.id).toBe(other.session.id);
    }
    expect((await send(csv('EURUSD', 'BTCUSDT'), ALL)).body.sessions[0].suggested).toBeNull();
    expect((await send(csv('EURUSD'), { ...ALL, calendarCode: 'x'.repeat(32) })).status).toBe(201);
  });

  it('are named all at once if they are missing', async () => {
    const file = csv('').replaceAll('symbol,', 'other,');
    expect(messages(await send(file).then((response) => response))).toEqual([
      'initialBalance is required: the file does not contain the balance at the start of the run',
      'symbol is required: the file does not name the symbol of its trades',
      'timezone is required (such as Europe/Berlin): times such as "01/04/2023 10:00" carry no offset',
      'dateOrder is required (dmy, mdy or ymd): dates such as "01/04/2023 10:00" do not begin with the year',
    ]);
    expectProblem(await send(file, { ...ALL, symbol: 'X', timezone: '' }), 'VALIDATION_FAILED', ['timezone']);
    const { initialBalance: _, ...others } = ALL;
    expectProblem(await send(file, others), 'VALIDATION_FAILED', ['initialBalance', 'symbol']);
    const { timezone: __, dateOrder: ___, ...rest } = ALL;
    expectProblem(await send(file, { ...rest, symbol: 'X' }), 'VALIDATION_FAILED', ['timezone', 'dateOrder']);
    expect((await send(file, { ...ALL, symbol: 'X' })).status).toBe(201);
  });

  it.each([
    ['name', ' '],
    ['name', 'x'.repeat(201)],
    ['strategy', 'x'.repeat(1001)],
    ['initialBalance', '0.5'],
    ['initialBalance', '1e16'],
    ['initialBalance', 'much'],
    ['accountCurrency', ''],
    ['accountTimezone', 'Mars/Base'],
    ['calendarCode', ''],
    ['calendarCode', 'x'.repeat(33)],
    ['symbol', ''],
    ['symbol', '!?'],
    ['symbol', 'x'.repeat(33)],
    ['feed', 'venue'],
    ['timeframe', 'H1'],
    ['tags', 'a,'],
    ['study', ' '],
    ['study', '*'],
    ['study', 'x'.repeat(101)],
    ['codeVersion', 'x'.repeat(101)],
    ['sample', 'both'],
    ['parameters', ''],
    ['parameters', '{'],
    ['parameters', '[]'],
    ['parameters', 'null'],
    ['parameters', '{"a":null}'],
    ['parameters', '{"1":1}'],
    ['parameters', `{"a":1${' '.repeat(4_090)}}`],
    ['tags', 'a,a'],
    ['tags', 'x'.repeat(41)],
    ['finish', 'yes'],
    ['preview', 'yes'],
    ['source', 'excel'],
    ['strategyName', 'Other'],
    ['x', '1'],
  ])('are refused if they are wrong: %s=%s', async (name, value) => {
    expectProblem(await send(freqtradeResult(), { [name]: value }), 'VALIDATION_FAILED', [name]);
  });

  it('are refused if they are given twice', async () => {
    const project = await aProject(t.call);
    for (const name of ['tags', 'name', 'initialBalance']) {
      const request = sendRun(t.call, project, freqtradeResult()).query(`${name}=2&${name}=3`);
      expectProblem(await request, 'VALIDATION_FAILED', [name]);
    }
  });
});

describe('the markets of a run', () => {
  const markets = (names: readonly string[]) => resultOf({ trades: names.map((pair) => trade({ pair })) });

  it('are the traded pairs, in the order of the trades', async () => {
    const { assets } = await sessionOf(markets(['ETH/BTC', 'BTC/USDT', 'ETH/BTC']));
    expect(assets).toMatchObject([{ symbol: 'ETHBTC' }, { symbol: 'BTCUSDT' }]);
  });

  it('consist of only the market of the project if there are no trades', async () => {
    const empty = resultOf({ trades: [] });
    expect((await sessionOf(empty)).assets).toMatchObject([{ symbol: 'BTCUSDT', timeframe: '30m' }]);
    expect((await sessionOf(empty, { symbol: 'ada' })).assets).toMatchObject([{ symbol: 'ADA' }]);
  });

  it('are limited to 200', async () => {
    const names = Array.from({ length: 201 }, (_, i) => `S${i}/USDT`);
    expect((await sessionOf(markets(names.slice(1)))).assets).toHaveLength(200);
    const refused = await send(markets(names));
    expect(messages(refused)).toEqual(['file has trades of more than 200 markets']);
  });

  it('are perpetual contracts on spot candles if the request names no feed, and the answer says so', async () => {
    const file = markets(['BTC/USDT:USDT', 'ETH/USDT:USDT']);
    const notices = [
      'Perpetual contracts ("BTC/USDT:USDT", "ETH/USDT:USDT") have no feed of their own: analyses with candles measure them on spot candles (venue-spot), a few basis points off.',
    ];
    const answers = [await send(file, { preview: 'true' }), await send(file)];
    expect(answers.map(({ status }) => status)).toEqual([200, 201]);
    for (const { body } of answers) expect(body.sessions).toMatchObject([{ notices }]);
    expect(answers[1]!.body.sessions[0].session.assets).toMatchObject([
      { symbol: 'BTCUSDT', feed: 'venue-spot' },
      { symbol: 'ETHUSDT', feed: 'venue-spot' },
    ]);
  });

  it('need no note if the request names the feed, or if they are no perpetual contracts', async () => {
    const feed = { feed: 'venue-usdm-current-quarter', preview: 'true' };
    expect((await send(markets(['BTC/USDT:USDT']), feed)).body.sessions).toMatchObject([{ notices: [] }]);
    expect((await send(markets(['BTC/USDT', 'ES:1']), { preview: 'true' })).body.sessions).toMatchObject([
      { notices: [] },
    ]);
  });

  it('have names that consist only of letters and digits', async () => {
    expect((await sessionOf(csv('ES1!'), ALL)).assets).toMatchObject([{ symbol: 'ES1' }]);
    expect((await sessionOf(csv('es1'), { ...ALL, symbol: 'NQ1!' })).assets).toMatchObject([
      { symbol: 'NQ1' },
    ]);
  });

  it.each([
    ['ES1!', 'ES1', {}, 'ES1'],
    ['BTC/USDT', 'BTC/USDT:USDT', { feed: 'venue-spot' }, 'BTCUSDT'],
    ['BTCUSDT', 'ETHUSDT', { symbol: 'X' }, 'X'],
  ])(
    'are refused if two names are equal without their special characters: %s and %s',
    async (one, other, query, symbol) => {
      expect(messages(await send(csv(one, other), { ...ALL, ...query }))).toEqual([
        `symbol must be one market: "${one}" and "${other}" would both become ${symbol}`,
      ]);
    },
  );

  it('are one market if their names differ only in the case of letters', async () => {
    expect((await sessionOf(csv('btcusdt', 'BTCUSDT'), ALL)).assets).toHaveLength(1);
  });
});

describe('the parameters that are read from a file', () => {
  it('include a starting balance only if it is at least 1', async () => {
    expect(messages(await send(resultOf({ starting_balance: 0.5 })))).toEqual([
      'initialBalance must not be less than 1, and the file says 0.5: send initialBalance and accountCurrency in the smaller unit',
    ]);
    for (const starting_balance of ['1000', null, undefined, [], {}])
      expectProblem(await send(resultOf({ starting_balance })), 'VALIDATION_FAILED', ['initialBalance']);
    expectProblem(await send(resultOf({ starting_balance: 1e16 })), 'VALIDATION_FAILED', ['initialBalance']);
  });

  it('include fees only if all trades have the same fees', async () => {
    const percent = async (...trades: readonly object[]) =>
      (await sessionOf(resultOf({ trades }))).feesConfig;
    const none = { entryFee: 0, exitFee: 0, type: 'percent' };
    expect(await percent(trade({ fee_open: 0.0007, fee_close: 0 }))).toEqual({ ...none, entryFee: 0.07 });
    expect(await percent(trade(), trade({ fee_open: 0.002 }))).toEqual(none);
    expect(await percent(trade(), trade({ fee_open: undefined }))).toEqual(none);
    expect(await percent(trade({ fee_open: -0.1 }))).toEqual(none);
    expect(await percent(trade({ fee_open: '0.1' }))).toEqual(none);
  });

  it.each([
    [{ backtest_start_ts: 2, backtest_end_ts: 1 }, null, null],
    [{ backtest_start_ts: 5, backtest_end_ts: 5 }, null, null],
    [{ backtest_start_ts: 0, backtest_end_ts: 5 }, null, 5],
    [{ backtest_start_ts: 1.5, backtest_end_ts: 1e300 }, null, null],
    [{ backtest_start_ts: '1', backtest_end_ts: 5 }, null, 5],
  ])('include a range only if it is valid: %j', async (fields, rangeStart, rangeEnd) => {
    expect(await sessionOf(resultOf(fields))).toMatchObject({ rangeStart, rangeEnd });
  });

  it.each([
    ['H1', '1h'],
    ['60', '1h'],
    ['often', '4h'],
  ])('include a timeframe in the notation of this service: %s', async (timeframe, label) => {
    expect((await sessionOf(resultOf({ timeframe }))).assets).toMatchObject([{ timeframe: label }]);
  });

  it('include the deposit, the currency, the expert and the period of a report of MetaTrader', async () => {
    const report = [
      'Strategy Tester Report;;;;;;;;;;;;;',
      'Expert:;;;Breakout v2;;;;;;;;;;',
      'Period:;;;H4 (2025.01.01 - 2025.12.31);;;;;;;;;;',
      'Account:;;;12345 (EUR, Broker-Demo, demo, Hedge);;;;;;;;;;',
      'Positions;;;;;;;;;;;;;',
      'Time;Position;Symbol;Type;Volume;Price;S / L;T / P;Time;Price;Commission;Swap;Profit;',
      '2025.11.14 03:42:08;2;XAUUSD;buy;0,10;4 182,78;;;2025.11.14 05:00:00;4 192,78;0,00;0,00;100,00;',
      'Deals;;;;;;;;;;;;;',
      'Time;Deal;Symbol;Type;Direction;Volume;Price;Order;Commission;Fee;Swap;Profit;Balance;Comment',
      '2025.11.13 01:00:00;1;;balance;;;;;0,00;0,00;0,00;10 000,50;10 000,50;',
      '2025.11.13 02:00:00;3;;balance;;;;;0,00;0,00;0,00;5,00;10 005,50;',
    ].join('\n');
    expect(await sessionOf(report, { timezone: 'UTC' })).toMatchObject({
      strategy: 'Breakout v2',
      initialBalance: 10_000.5,
      accountCurrency: 'EUR',
      assets: [{ symbol: 'XAUUSD', timeframe: '4h' }],
      summary: { tradeCount: 1, plNet: 100 },
    });
  });

  it('include each text in the form in which the service stores it', async () => {
    const fields = { strategy_name: `\0${'🚀'.repeat(199)}`, stake_currency: ` ${'X'.repeat(50)}` };
    const session = await sessionOf(resultOf(fields));
    expect(session).toMatchObject({ strategy: '🚀'.repeat(199), accountCurrency: 'X'.repeat(32) });
    expect(session.name).toBe(`${'🚀'.repeat(199)},`);
  });
});
