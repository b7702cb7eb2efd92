import * as fc from 'fast-check';
import { lines, readTrades, refusal } from '../../../test/support/trade-files.js';
import { FEEDS } from '../../shared/market/feeds.js';
import type { ImportedTrade } from './imported-trade.js';
import { COST_NAMES, EXPORT_COLUMNS } from '../../trades/export/export-columns.js';
import { CSV_HEADER, csvLine, ndjsonLine, type ExportedTrade } from '../../trades/export/exported-trade.js';
import { propertyRuns } from '../../../test/support/property-runs.js';

/** Letters, and characters that csv, spreadsheets, JSON or line readers treat specially. */
const character = fc.constantFrom(...'a,;|"\'\t\r\n=+-@[]{}\\ é€😀\u2028\ufeff0.');
const text = (minLength: number, maxLength: number) =>
  fc.array(character, { minLength, maxLength }).map((characters) => characters.join(''));
const tags = fc.uniqueArray(
  text(1, 10).filter((tag) => tag.trim() === tag && tag !== ''),
  { maxLength: 5 },
);
const amount = fc.oneof(
  fc.double({ min: 1e-12, max: 1e12, noNaN: true }),
  fc.constantFrom(1e-12, 1e12, 1e-7, 0.1, 28400),
);
/** A cost, but never −0, because neither JSON nor the export distinguishes −0 from 0. */
const cost = fc
  .oneof(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.constantFrom(0, -1e-9, 1e12))
  .map((value) => value + 0);
const optional = fc.option(amount);

const anyTrade: fc.Arbitrary<ExportedTrade> = fc
  .record({
    clientId: text(1, 20),
    symbol: fc.constantFrom('BTCUSDT', '1INCHUSDT', '123'),
    feed: fc.constantFrom(...FEEDS),
    side: fc.constantFrom('long', 'short'),
    qty: amount,
    entryPrice: amount,
    exitPrice: amount,
    times: fc.uniqueArray(fc.integer({ min: 1, max: 253_402_300_799_999 }), { minLength: 2, maxLength: 2 }),
    stopLoss: optional,
    takeProfit: optional,
    feesPaid: cost,
    spreadPaid: cost,
    slippagePaid: cost,
    givenCosts: fc.subarray([...COST_NAMES]),
    plGross: cost,
    plNet: cost,
    plPct: cost,
    rMultiple: fc.option(cost),
    note: text(0, 30),
    tags,
    pointValue: fc.oneof(fc.constant(1), amount),
    positionId: fc.option(text(1, 20)),
    secondLook: fc.constantFrom(null, 'run', 'earlier-run'),
  } as const)
  .map(({ times, ...trade }) => {
    const [entryTime, exitTime] = times.toSorted((a, b) => a - b) as [number, number];
    return { ...trade, entryTime, exitTime };
  });

const someTrades = fc.uniqueArray(anyTrade, { maxLength: 8, selector: ({ clientId }) => clientId });

/** Returns an imported trade in the form of an export, with figures from the original because they are not imported. */
function exportedAgain(imported: ImportedTrade, original: ExportedTrade): ExportedTrade {
  const { row: _, ...input } = imported;
  return {
    ...original,
    stopLoss: null,
    takeProfit: null,
    positionId: null,
    ...input,
    note: input.note ?? '',
    givenCosts: COST_NAMES.filter((name) => input[name] !== undefined),
  };
}

describe.each([
  ['csv', CSV_HEADER, csvLine],
  ['ndjson', '', ndjsonLine],
] as const)('an export as %s', (_, header, lineOf) => {
  it('can be imported and exported again byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(someTrades, async (trades) => {
        fc.pre(header !== '' || trades.length > 0);
        const file = header + trades.map(lineOf).join('');
        const { trades: imported, problems, source } = await readTrades(file);
        expect({ problems, source }).toEqual({ problems: [], source: 'csv' });
        expect(header + imported.map((trade, i) => lineOf(exportedAgain(trade, trades[i]!))).join('')).toBe(
          file,
        );
        expect(imported.map(({ row: _row, ...trade }) => trade)).toEqual(trades.map(inputOf));
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});

/** Returns the expected input for an exported trade. Costs are included only if they were sent. */
function inputOf(trade: ExportedTrade) {
  const {
    plGross: _g,
    plNet: _n,
    plPct: _p,
    rMultiple: _r,
    givenCosts,
    stopLoss,
    takeProfit,
    positionId,
    // Whether a trade is a second look depends on the session.
    secondLook: _s,
    ...rest
  } = trade;
  const input: Record<string, unknown> = { ...rest };
  if (stopLoss !== null) input['stopLoss'] = stopLoss;
  if (takeProfit !== null) input['takeProfit'] = takeProfit;
  if (positionId !== null) input['positionId'] = positionId;
  for (const name of COST_NAMES) if (!givenCosts.includes(name)) delete input[name];
  return input;
}

describe('an incomplete export', () => {
  const aTrade = { ...fc.sample(anyTrade, { numRuns: 1, seed: 1 })[0]!, clientId: 'id', note: 'n' };
  const row = csvLine({ ...aTrade, stopLoss: 95.25, positionId: null, tags: [] }).trimEnd();

  it('is refused if it ends within its last row', async () => {
    for (let length = 1; length < row.length; length += 1)
      expect(await refusal(CSV_HEADER + row.slice(0, length))).toMatch(/^lines\[2\]\./);
    expect(await refusal(CSV_HEADER + row)).toBe('not refused');
  });

  it('is refused if a row has an additional cell or lacks the list of tags', async () => {
    expect(await refusal(`${CSV_HEADER}${row},x`)).toBe('lines[2].cells: are 25, but this export has 24');
    expect(await refusal(CSV_HEADER + row.replace(/\[\]$/, ''))).toBe(
      'lines[2].tags: must be a JSON array of strings',
    );
  });
});

describe('an export in which columns were moved', () => {
  const aTrade = {
    ...fc.sample(anyTrade, { numRuns: 1, seed: 1 })[0]!,
    clientId: 'id',
    note: '=n',
    tags: [],
    pointValue: 7.5,
    positionId: '=p',
  };
  const rows = [
    [...EXPORT_COLUMNS],
    csvLine({ ...aTrade, givenCosts: ['spreadPaid'] })
      .trimEnd()
      .split(','),
  ];
  const file = (change: (cells: readonly string[]) => readonly string[]) =>
    lines(...rows.map((cells) => change(cells).join(',')));

  it('is read as an export of this service', async () => {
    const { trades } = await readTrades(file((cells) => cells));
    expect(trades).toMatchObject([{ note: '=n', spreadPaid: aTrade.spreadPaid }]);
    expect(trades[0]!.feesPaid).toBeUndefined();
    expect((await readTrades(file((cells) => cells.toReversed()))).trades).toEqual(trades);
  });

  it('is read with and without the columns that came later', async () => {
    const later = new Set<string>(['pointValue', 'positionId', 'secondLook']);
    const isLater = (place: number) => later.has(EXPORT_COLUMNS[place]!);
    const [earlier] = (await readTrades(file((cells) => cells.filter((_, place) => !isLater(place))))).trades;
    expect([earlier!.pointValue, earlier!.positionId]).toEqual([undefined, undefined]);
    const [header, row] = rows as [string[], string[]];
    const { trades, problems } = await readTrades(lines(header.join(), row.join()));
    expect([trades[0]!.pointValue, trades[0]!.positionId, problems]).toEqual([7.5, '=p', []]);
    expect(await refusal(file((cells) => cells.map((cell) => (cell === '7.5' ? '0' : cell))))).toBe(
      'lines[2].pointValue: must not be less than 1e-12',
    );
  });

  it('is refused if a column was removed or added', async () => {
    const end = 'leave the columns of an export as they are, or remove givenCosts';
    expect(await refusal(file((cells) => cells.slice(0, -2)))).toBe(
      `TradeFileError: file has the column givenCosts of our export, but lacks note, tags: ${end}`,
    );
    expect(await refusal(file((cells) => [...cells, 'x']))).toBe(
      `TradeFileError: file has the column givenCosts of our export, but has others too: ${end}`,
    );
  });
});

describe('an ndjson line without givenCosts', () => {
  const line = (fields: object) => {
    const { givenCosts: _, ...trade } = JSON.parse(
      ndjsonLine(fc.sample(anyTrade, { numRuns: 1, seed: 1 })[0]!),
    ) as Record<string, unknown>;
    return `${JSON.stringify({ ...trade, ...fields })}\n`;
  };

  it('keeps the costs that it contains', async () => {
    const file = line({ feesPaid: 3, spreadPaid: null, slippagePaid: undefined });
    const { trades, problems } = await readTrades(file);
    expect(problems).toEqual([]);
    expect(trades).toEqual([expect.objectContaining({ feesPaid: 3 })]);
    expect(trades[0]).not.toMatchObject({ spreadPaid: expect.anything() });
    expect(trades[0]).not.toMatchObject({ slippagePaid: expect.anything() });
  });

  it('keeps its point value, which may be left out', async () => {
    const read = async (pointValue: unknown) =>
      (await readTrades(line({ pointValue }))).trades[0]!.pointValue;
    expect([await read(50), await read(null), await read(undefined)]).toEqual([50, undefined, undefined]);
    expect(await refusal(line({ pointValue: '50' }))).toBe('trades[0].pointValue: must be a number or null');
  });

  it('keeps its positionId, which may be left out', async () => {
    const read = async (positionId: unknown) =>
      (await readTrades(line({ positionId }))).trades[0]!.positionId;
    expect([await read('p'), await read(null), await read(undefined)]).toEqual(['p', undefined, undefined]);
    expect(await refusal(line({ positionId: 5 }))).toBe('trades[0].positionId: must be a string or null');
    expect(await refusal(line({ positionId: '' }))).toBe('trades[0].positionId: must not be empty');
    expect(await refusal(line({ positionId: 'p'.repeat(129) }))).toMatch(/^trades\[0\].positionId: must not/);
  });

  it('is refused if a cost is not a number', async () => {
    expect(await refusal(line({ feesPaid: '3' }))).toBe('trades[0].feesPaid: must be a number');
  });
});

describe('the guard against formulas', () => {
  const aTrade = fc.sample(anyTrade, { numRuns: 1, seed: 1 })[0]!;
  const cellsOf = (trade: Partial<ExportedTrade>) => csvLine({ ...aTrade, ...trade });

  it.each(['=1+1', '+1', '-1', '@x', '＝1', '＋1', '－1', '＠x', "'x", '\tx', '\rx', '\nx'])(
    'puts an apostrophe before %j',
    (note) => {
      expect(cellsOf({ note })).toContain(`'${note}`);
      expect(cellsOf({ clientId: note })).toContain(`'${note}`);
      expect(cellsOf({ positionId: note })).toContain(`'${note}`);
    },
  );

  it('does not change numbers and other texts', () => {
    expect(cellsOf({ note: 'x', positionId: 'p', plNet: -5 })).toMatch(/,-5,.*,p,,x,/);
  });

  it('is removed only if the file has the header of our export', async () => {
    const csv = CSV_HEADER + cellsOf({ clientId: "'id", note: "'x" });
    expect((await readTrades(csv)).trades).toMatchObject([{ clientId: "'id", note: "'x" }]);
    const other = lines(
      'clientId,symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice,note',
      "'id,BTCUSDT,long,1,2023-04-01T00:00:00Z,1,2023-04-01T00:00:00Z,2,'x",
    );
    expect((await readTrades(other)).trades).toMatchObject([{ clientId: "'id", note: "'x" }]);
  });

  it('is removed even if a spreadsheet has changed the delimiter', async () => {
    const csv = `${EXPORT_COLUMNS.join(';')}\n${csvLine({ ...aTrade, clientId: '=a', note: 'n', tags: ['t'] })
      .replaceAll('"[""t""]"', '#')
      .replaceAll(',', ';')
      .replace('#', '"[""t""]"')}`;
    expect((await readTrades(csv)).trades).toMatchObject([{ clientId: '=a', note: 'n', tags: ['t'] }]);
  });
});
