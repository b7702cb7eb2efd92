import { lines, readTrades, refusal } from '../../../test/support/trade-files.js';

const HEADER = 'symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice';
const ROW = 'BTCUSDT,long,0.5,2023-04-01T00:00:00Z,28400,2023-04-01T01:00:00Z,28650.5';
const TRADE = {
  symbol: 'BTCUSDT',
  side: 'long',
  qty: 0.5,
  entryTime: Date.UTC(2023, 3, 1),
  entryPrice: 28400,
  exitTime: Date.UTC(2023, 3, 1, 1),
  exitPrice: 28650.5,
};

describe('a csv with named columns', () => {
  it('has no costs if it has no columns for costs', async () => {
    const { source, trades, markets, problems } = await readTrades(lines(HEADER, ROW));
    expect({ source, problems, markets }).toEqual({
      source: 'csv',
      problems: [],
      markets: [{ symbol: 'BTCUSDT', feed: undefined, names: ['BTCUSDT'] }],
    });
    expect(trades).toEqual([
      {
        ...TRADE,
        row: 2,
        tags: [],
        clientId: expect.stringMatching(/^csv-[0-9a-f]{32}$/),
        earlier: { symbol: 'BTCUSDT' },
      },
    ]);
  });

  it('may name all optional fields', async () => {
    const header = `${HEADER},clientId,feed,stopLoss,takeProfit,note,tags,feesPaid,spreadPaid,slippagePaid`;
    const row = `${ROW},id 1,venue-spot,28000,29000,"a ""b"", c","x; y",1.5,0,-0.25`;
    const { trades, markets } = await readTrades(lines(header, row));
    expect(markets).toMatchObject([{ symbol: 'BTCUSDT', feed: 'venue-spot' }]);
    expect(trades).toEqual([
      {
        ...TRADE,
        row: 2,
        clientId: 'id 1',
        feed: 'venue-spot',
        stopLoss: 28000,
        takeProfit: 29000,
        note: 'a "b", c',
        tags: ['x', 'y'],
        feesPaid: 1.5,
        spreadPaid: 0,
        slippagePaid: -0.25,
        earlier: { symbol: 'BTCUSDT', feesPaid: 1.5, spreadPaid: 0, slippagePaid: -0.25 },
      },
    ]);
  });

  it('may use other column names, other delimiters and decimal commas', async () => {
    const text = lines(
      'sep=;',
      'Pair;Direction;Position Size;Open Time;Open Price (USDT);Close Time;Close Price (USDT);ignored',
      'BTC/USDT;Buy;0,5;01.04.2023 02:00;28.400,00;01.04.2023 03:00;28.650,50;x',
      'eth-usdt;Sell;1,25;01.04.2023 02:00;1.800,00;01.04.2023 03:00;1.790,00;x',
    );
    const { trades } = await readTrades(text, { timezone: 'Europe/Berlin', dateOrder: 'dmy' });
    expect(trades).toMatchObject([TRADE, { symbol: 'ETHUSDT', side: 'short', qty: 1.25, exitPrice: 1790 }]);
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${lines(HEADER, ROW)}`)],
    ['UTF-16 little endian', Buffer.from(`\ufeff${lines(HEADER, ROW)}`, 'utf16le')],
    ['UTF-16 big endian', Buffer.from(`\ufeff${lines(HEADER, ROW)}`, 'utf16le').swap16()],
    ['CRLF', Buffer.from(`${HEADER}\r\n${ROW}\r\n`)],
    ['CR', Buffer.from(`${HEADER}\r${ROW}\r`)],
    ['no last line break, tabs', Buffer.from(`${HEADER}\n${ROW}`.replaceAll(',', '\t'))],
    ['blank lines', Buffer.from(`${HEADER}\n\n${ROW}\n\n`)],
  ])('may contain %s', async (_, bytes) => {
    expect((await readTrades(bytes)).trades).toMatchObject([TRADE]);
  });

  it('gives the costs that explain its net profits, but no cost for a difference that is only rounding', async () => {
    const text = lines(`${HEADER},Net Profit`, `${ROW},120.25`, `${ROW},125.25`, `${ROW},125.248`);
    const { trades } = await readTrades(text);
    const costs = { spreadPaid: 0, slippagePaid: 0 };
    expect(trades).toMatchObject([
      { feesPaid: 5, ...costs }, // 250.5 · 0.5 − 120.25
      { feesPaid: 0, ...costs },
      { feesPaid: 0.002, ...costs },
    ]);
  });

  it('keeps its costs if they explain its net profits', async () => {
    const text = lines(
      `${HEADER},Fees,SpreadPaid,Net Profit`,
      `${ROW},5,,120.25`, // 250.5 · 0.5 − 120.25 = 5
      `${ROW},5,,119`,
      `${ROW},-5,,120.25`,
      `${ROW},3.001,2.003,120.25`,
      `${ROW},0,,120.25`,
      `${ROW},5,1,`,
    );
    const { trades, problems } = await readTrades(text);
    expect(problems).toEqual([]);
    expect(
      trades.map(({ feesPaid, spreadPaid, slippagePaid }) => [feesPaid, spreadPaid, slippagePaid]),
    ).toEqual([
      [5, 0, 0],
      [6.25, 0, 0],
      [5, 0, 0],
      [3.001, 2.003, 0],
      [5, 0, 0],
      [5, 1, 0],
    ]);
    const empty = await readTrades(lines(`${HEADER},Fees,Net Profit`, `${ROW},,`));
    expect(empty.trades[0]).not.toHaveProperty('feesPaid');
  });

  it('may have several columns for one field, of which the first of our list is read', async () => {
    const { trades } = await readTrades(lines(`amount,${HEADER.replace('qty', 'size')}`, `7,${ROW}`));
    expect(trades).toMatchObject([{ qty: 0.5 }]);
  });

  it('may be the trades of freqtrade, whose funding is only a part of the costs', async () => {
    const header = 'pair,is_short,amount,open_date,close_date,open_rate,close_rate,funding_fees,profit_abs';
    const row = (day: string, funding: string, profit: string) =>
      `BTC/USDT,False,0.5,2025-03-${day} 08:00:00+00:00,2025-03-${day} 09:00:00+00:00,100,110,${funding},${profit}`;
    const { trades, unclear } = await readTrades(
      lines(header, row('01', '0.01', '4.905'), row('02', '0.02', '4.915')),
    );
    expect(unclear).toBeNull();
    expect(trades.map(({ pointValue, feesPaid }) => [pointValue, feesPaid])).toEqual([
      [1, 0.095],
      [1, 0.085],
    ]);
  });

  it('may contain open trades, which are skipped', async () => {
    const open = 'BTCUSDT,long,0.5,2023-04-01T00:00:00Z,28400,,';
    const { trades, skipped, skippedCount } = await readTrades(lines(HEADER, open, ROW));
    expect(trades).toHaveLength(1);
    expect({ skipped, skippedCount }).toEqual({
      skipped: [{ row: 2, reason: 'the trade is open' }],
      skippedCount: 1,
    });
  });

  it.each([
    ['-286.27', 'the trade is open, worth -286.27'],
    ['"$1,234.50"', 'the trade is open, worth $1,234.50'],
    ['', 'the trade is open'],
    ['n/a', 'the trade is open'],
    ['.', 'the trade is open'],
    ['1'.repeat(41), 'the trade is open'],
  ])('gives the value of an open trade if its profit is %s', async (profit, reason) => {
    const open = `BTCUSDT,long,0.5,2023-04-01T00:00:00Z,28400,,,${profit}`;
    const { skipped } = await readTrades(lines(`${HEADER},Net Profit`, open, `${ROW},1`));
    expect(skipped).toEqual([{ row: 2, reason }]);
  });

  it('may end its header, its rows or both with a delimiter', async () => {
    for (const text of [lines(`${HEADER},`, ROW), lines(HEADER, `${ROW},`), lines(`${HEADER},`, `${ROW},`)])
      expect((await readTrades(text)).trades).toMatchObject([TRADE]);
  });

  it('needs no symbols if the parameter `symbol` is given', async () => {
    const strip = (line: string) => line.slice(line.indexOf(',') + 1);
    const text = lines(strip(HEADER), strip(ROW));
    expect((await readTrades(text, { symbol: 'btcusdt' })).trades).toMatchObject([TRADE]);
    expect(await refusal(text)).toBe('lines[2].symbol: is missing: name it by the parameter symbol');
  });
});

describe('the clientId of a row', () => {
  const rows = (exits: readonly string[]) => exits.map((exit) => ROW.replace(/28650.5$/, exit));
  const idsOf = async (all: readonly string[]) =>
    (await readTrades(lines(HEADER, ...all))).trades.map(({ clientId }) => clientId);

  it('does not depend on the exit; if entries are equal, a counter is added', async () => {
    const [first, second, third] = await idsOf(rows(['1', '2', '3']));
    expect([second, third]).toEqual([`${first}-2`, `${first}-3`]);
    expect(await idsOf(rows(['9']))).toEqual([first]);
  });

  it('stays the same in a longer list, whether the oldest or the newest trade is first', async () => {
    const later = ROW.replace('04-01T00', '04-01T01');
    const short = await idsOf([...rows(['1', '2']), later]);
    const long = await idsOf([...rows(['1', '2']), later, later]);
    expect(long.slice(0, 3)).toEqual(short);
    expect(new Set(long).size).toBe(4);
    expect(await idsOf([later, later, ...rows(['2', '1'])])).toEqual(long.toReversed());
  });

  it.each([
    [
      'by exit',
      [
        [10, 11],
        [5, 12],
        [5, 13],
      ],
      [20, 21],
    ], // The first entry is later than the last.
    [
      'by entry',
      [
        [5, 12],
        [5, 9],
        [6, 30],
        [8, 8],
      ],
      [9, 10],
    ],
    [
      'by neither',
      [
        [5, 12],
        [5, 13],
        [20, 21],
        [2, 3],
        [4, 5],
      ],
      [5, 6],
    ],
  ])('stays the same if the list grows and is sorted %s', async (_, stays, next) => {
    const row = ([entry, exit]: readonly number[]) =>
      `BTCUSDT,long,1,${1_700_000_000_000 + entry! * 60_000},100,${1_700_000_000_000 + exit! * 60_000},101`;
    const all = [...stays, next].map(row);
    const short = await idsOf(all.slice(0, -1));
    const long = await idsOf(all);
    expect(long.slice(0, -1)).toEqual(short);
    expect(long[stays.findIndex(([entry]) => entry === 5)]).toMatch(/^csv-\w{32}$/);
    expect(await idsOf(all.slice(0, -1).toReversed())).toEqual(short.toReversed());
    expect(await idsOf(all.toReversed())).toEqual(long.toReversed());
  });

  it('depends on every cell that describes the entry', async () => {
    const variants = [
      ROW,
      ROW.replace('BTC', 'ETH'),
      ROW.replace('long', 'short'),
      ROW.replace('0.5,', '0.50,'),
      ROW.replace('T00', 'T00').replace('2023-04-01T00:00:00Z', '2023-04-01T00:00:01Z'),
      ROW.replace('28400', '28401'),
    ];
    expect(new Set(await idsOf(variants)).size).toBe(variants.length);
  });

  it('must be unique if it comes from the file', async () => {
    const text = lines(`${HEADER},clientId`, `${ROW},a`, `${ROW},a`);
    expect(await refusal(text)).toBe('lines[3].clientId: repeats that of lines[2]');
  });
});

describe('local times around a change of the clock', () => {
  const OPTIONS = { timezone: 'Europe/Berlin' };
  // On 26 October 2025, the clock showed 02:00 to 03:00 twice, at first with the offset +02:00.
  const at = (entry: string, exit: string, day = '2025-10-26') =>
    lines(HEADER, `BTCUSDT,long,0.5,${day} ${entry},28400,${day} ${exit},28650.5`);
  const timesOf = async (text: string) => {
    const { trades, ambiguous, ambiguousCount } = await readTrades(text, OPTIONS);
    const [{ entryTime, exitTime }] = trades as [(typeof trades)[0]];
    return {
      entry: new Date(entryTime).toISOString().slice(11, 16),
      minutes: (exitTime - entryTime) / 60_000,
      ambiguous,
      ambiguousCount,
    };
  };

  it('use the second occurrence of an exit that would be before its entry', async () => {
    expect(await timesOf(at('02:50', '02:10'))).toEqual({
      entry: '00:50',
      minutes: 20,
      ambiguous: [],
      ambiguousCount: 0,
    });
    expect(await timesOf(at('01:50', '02:10'))).toMatchObject({
      entry: '23:50',
      minutes: 20,
      ambiguousCount: 1,
    });
  });

  it('use the earlier of two possible readings, and say that there are two', async () => {
    expect(await timesOf(at('02:50', '02:55'))).toEqual({
      entry: '00:50',
      minutes: 5,
      ambiguous: [
        {
          row: 2,
          reason: expect.stringMatching(
            /^has two readings, .* "2025-10-26 02:50" and "2025-10-26 02:55" twice; the earlier reading is used$/,
          ),
        },
      ],
      ambiguousCount: 1,
    });
  });

  it('are refused with their row if the clock skipped them', async () => {
    expect(await refusal(at('02:30', '03:30', '2025-03-30'), OPTIONS)).toBe(
      'lines[2].entryTime: does not exist in the time zone, because its clock skips "2025-03-30 02:30"',
    );
    expect(await refusal(at('01:59', '03:00', '2025-03-30'), OPTIONS)).toBe('not refused');
  });

  it('list at most 100 trades with two readings, and count all', async () => {
    const row = 'BTCUSDT,long,0.5,2025-10-26 02:50,28400,2025-10-26 02:55,28650.5';
    const { ambiguous, ambiguousCount } = await readTrades(
      lines(HEADER, ...Array<string>(101).fill(row)),
      OPTIONS,
    );
    expect([ambiguous.length, ambiguousCount]).toEqual([100, 101]);
  });
});

describe('a csv is refused', () => {
  const naive = ROW.replaceAll('Z', '');
  it.each([
    [
      'if its times have no offset and no time zone is given',
      lines(HEADER, naive),
      /^TradeFileError: timezone is required .*"2023-04-01T00:00:00" carry no offset$/,
    ],
    [
      'if the order of day and month is not given',
      lines(HEADER, ROW.replaceAll('2023-04-01T', '01/04/2023 ')),
      /^TradeFileError: dateOrder is required/,
    ],
    [
      'if its commas may separate decimals or thousands',
      lines(
        HEADER.replaceAll(',', ';'),
        ROW.replaceAll(',', ';').replace('0.5;', '2;').replace('28400', '28,400').replace('28650.5', '28650'),
      ),
      /^TradeFileError: file column entryPrice has numbers such as 1,234 alone/,
    ],
    [
      'if a column has decimal points and decimal commas',
      lines(
        HEADER.replaceAll(',', ';'),
        ROW.replaceAll(',', ';'),
        ROW.replaceAll(',', ';').replace('28650.5', '28650,5'),
      ),
      /^TradeFileError: file column exitPrice has numbers with decimal points and/,
    ],
    [
      'with translated headers',
      lines('Trade-Nr.,Typ,Datum,Signal,Preis,Menge,Gewinn', '1,Einstieg Long,x,x,1,1,1'),
      /Columns found: Trade-Nr\., Typ, Preis, Menge, Gewinn; missing: Date and time \(or Date\/Time\);/,
    ],
    ['that is empty', '', /^TradeFileError: file is empty$/],
    ['that is blank', ' \n\n', /^TradeFileError: file is empty$/],
    ['with a misplaced quote', lines(HEADER, '"a"b,c'), /^TradeFileError: file line 2 is not valid csv/],
    [
      'if the given time zone is unknown',
      lines(HEADER, naive),
      /^TradeFileError: timezone must be an IANA time zone/,
      'Mars/Olympus',
    ],
  ] as const)('%s', async (_, text, expected, ...[timezone]: readonly string[]) => {
    expect(await refusal(text, timezone === undefined ? {} : { timezone })).toMatch(expected);
  });

  it('if a row breaks a rule of an ingest, and the problem names the line and the field', async () => {
    const bad = [
      ROW.replace('0.5,', '0,'),
      ROW.replace('long', 'up'),
      ROW.replace('28400', '1 or 2'),
      ROW.replace('T01:', 'T00:').replace('01T00:00:00Z,28650', '00T00:00:00Z,28650'),
      ROW.replace('2023-04-01T01', '2022-04-01T01'),
      ROW.replace('BTCUSDT', 'BTC€'),
      `${ROW.slice(0, ROW.lastIndexOf(','))},`,
    ];
    expect((await refusal(lines(HEADER, ...bad))).split('\n')).toEqual([
      'lines[2].qty: must not be less than 1e-12',
      'lines[3].side: must be long or short, not "up"',
      'lines[4].entryPrice: must be a number, not "1 or 2"',
      'lines[5].exitTime: must be a time, not "2023-04-00T00:00:00Z"',
      'lines[6].exitTime: must not be before entryTime',
      'lines[7].symbol: must consist of letters A to Z and digits',
      'lines[8].exitPrice: is empty',
    ]);
  });

  it('if a row has too few cells, even if the cells of the entry are complete', async () => {
    for (const cut of ['BTCUSDT,long,2,1700000000000,10', ROW.slice(0, ROW.lastIndexOf(','))])
      expect(await refusal(lines(HEADER, ROW, cut))).toBe(
        `lines[3].cells: are ${cut.split(',').length}, but the header has 7`,
      );
  });

  it('with the first 100 problems and the number of all problems', async () => {
    const { problems, problemCount } = await readTrades(
      lines(HEADER, ...Array(150).fill(ROW.replace('long', ''))),
    );
    expect([problems.length, problemCount]).toEqual([100, 150]);
    expect(problems[99]).toEqual({ field: 'lines[101].side', message: 'is empty' });
  });

  it('but not for a price and a quantity of 1e-12, which are below the minimum of an ingest', async () => {
    const { trades } = await readTrades(
      lines(HEADER, ROW.replace('28400', '1e-12').replace('0.5,', '0.000000000001,')),
    );
    expect(trades).toMatchObject([{ entryPrice: 1e-12, qty: 1e-12 }]);
  });
});
