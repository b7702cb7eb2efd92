import {
  IMPORT_LIMITS,
  inParts,
  lines,
  readTrades,
  refusal,
  temporaryFiles,
} from '../../../test/support/trade-files.js';
import { zip } from '../../../test/support/zip.js';
import { exportedNdjson } from './formats/exported-ndjson.js';
import { readTradeFile } from './read-trade-file.js';

const HEADER = 'symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice';
const ROW = 'BTCUSDT,long,0.5,2023-04-01T00:00:00Z,28400,2023-04-01T01:00:00Z,28650';
const CSV = lines(HEADER, ROW);
const bytes = (limit: number) => ({ ...IMPORT_LIMITS, bytes: limit });

async function* endless(first: string, part: string): AsyncGenerator<Buffer> {
  yield Buffer.from(first);
  for (;;) yield Buffer.from(part);
}
const A_LOT = 'x'.repeat(65_536);

const check = (
  title: string,
  content: Parameters<typeof refusal>[0],
  expected: RegExp,
  limits = IMPORT_LIMITS,
) => it(title, async () => expect(await refusal(content, {}, limits)).toMatch(expected));

describe('limits on a file', () => {
  const size = Buffer.byteLength(CSV);
  check('accept bytes at the limit', CSV, /^not refused$/, bytes(size));
  check('refuse one byte more', CSV, /^TradeFileTooLarge: The file has more than \d+ bytes/, bytes(size - 1));
  const packed = zip({ name: 'a.csv', text: CSV.padEnd(10_000, '\n') });
  check('accept unpacked bytes at the limit', packed, /^not refused$/, bytes(10_000));
  check(
    'refuse one unpacked byte more',
    packed,
    /^TradeFileTooLarge: The file has more than 9999 bytes/,
    bytes(9999),
  );
  check(
    'refuse a zip bomb',
    zip({ name: 'a.csv', text: CSV + '\n'.repeat(5_000_000) }),
    /^TradeFileTooLarge/,
    bytes(1_000_000),
  );
  check(
    'refuse a zip bomb that declares a smaller size',
    zip({ name: 'a.csv', text: CSV + '\n'.repeat(5_000_000), size: 100 }),
    /^TradeFileError: file is not a readable zip: too many bytes/,
  );
  check(
    'refuse a zip that unpacks to more than 200 times its length',
    zip({ name: 'a.csv', text: `${CSV}${'\n'.repeat(4 * 2 ** 20)}` }),
    /^TradeFileError: file "a.csv" in the zip is more than 200 times as long as its packed form$/,
  );
  check(
    'accept a zip that unpacks to more than 200 times its length, but at most 4 MB',
    zip({ name: 'a.csv', text: `${CSV}${'\n'.repeat(4 * 2 ** 20 - CSV.length)}` }),
    /^not refused$/,
  );
  check(
    'refuse an endless upload',
    endless(CSV, `${ROW}\n`.repeat(100)),
    /^TradeFileTooLarge/,
    bytes(1_000_000),
  );

  const trades = (count: number) => lines(HEADER, ...Array<string>(count).fill(ROW));
  const few = { ...IMPORT_LIMITS, trades: 10 };
  check('accept trades at the limit', trades(10), /^not refused$/, few);
  check('refuse one trade more', trades(11), /^TradeFileTooLarge: The file has more than 10 trades/, few);
  check('refuse 100,001 trades', trades(100_001), /^TradeFileTooLarge: The file has more than 100000 trades/);

  const wide = (columns: number) => lines(HEADER + ',x'.repeat(columns - 7), ROW + ',1'.repeat(columns - 7));
  check('accept 200 columns', wide(200), /^not refused$/);
  check('refuse 201 columns', wide(201), /^TradeFileError: file line 1 has 201 columns, more than 200/);
});

describe('the text of a file', () => {
  check(
    'is refused with an endless line',
    endless(`${HEADER}\n`, A_LOT),
    /^TradeFileError: file line \d+ is longer than 250000 bytes/,
  );
  check(
    'is refused with an unclosed quote',
    endless(`${HEADER}\n"`, `${A_LOT}\n`),
    /^TradeFileError: file line \d+ is longer than/,
  );
  check(
    'is refused with a NUL character',
    lines(HEADER, ROW.replace('BTC', 'B\0C')),
    /^TradeFileError: file contains a NUL character near line/,
  );
  check(
    'is refused as UTF-16 without a byte order mark',
    Buffer.from(CSV, 'utf16le'),
    /^TradeFileError: file contains a NUL character .*byte order mark/,
  );
  check(
    'is refused in another encoding',
    Buffer.from(lines(HEADER, `${ROW}é`), 'latin1'),
    /^TradeFileError: file is not UTF-8 text near line 1; save it as UTF-8/,
  );
  check(
    'is refused when its last character is incomplete',
    Buffer.concat([Buffer.from(CSV), Buffer.from([0xe2, 0x82])]),
    /^TradeFileError: file is not UTF-8/,
  );
  check(
    'is refused with half a UTF-16 character',
    Buffer.from('\ufeffa\ud800b', 'utf16le'),
    /^TradeFileError: file is not UTF-16LE/,
  );
  check('is refused with a single byte', Buffer.from('x'), /^TradeFileError: file has no header/);
  it('may arrive in parts that split characters', async () => {
    const text = lines(`${HEADER},note`, `${ROW},€😀ä`);
    const { trades } = await readTrades(inParts(`\ufeff${text}`, 1));
    expect(trades).toMatchObject([{ note: '€😀ä' }]);
  });
});

describe('zips are refused', () => {
  check('without entries', zip(), /^TradeFileError: file is a zip without a csv or JSON/);
  check(
    'with two files',
    zip({ name: 'a.csv', text: CSV }, { name: 'b.csv', text: CSV }),
    /^TradeFileError: file is a zip of 2 files .*"a.csv", "b.csv"/,
  );
  check(
    'with 1,001 entries',
    zip(...Array.from({ length: 1001 }, (_, i) => ({ name: `${i}.txt`, text: '' }))),
    /^TradeFileError: file holds 1001 entries/,
  );
  check('that are encrypted', zip({ name: 'a.csv', text: CSV, encrypted: true }), /is encrypted/);
  check(
    'with an unknown compression method',
    zip({ name: 'a.csv', text: CSV, method: 99 }),
    /compression method 99/,
  );
  check('that are damaged', zip({ name: 'a.csv', text: CSV, crc: 1 }), /its checksum does not match/);
  check(
    'that are truncated',
    zip({ name: 'a.csv', text: CSV }).subarray(0, 60),
    /^TradeFileError: file is not a readable zip/,
  );
  check('inside a zip', zip({ name: 'a.csv', text: 'PK\x03\x04' }), /^TradeFileError/);
});

describe('a file is refused', () => {
  const open = '{"strategy":{"A":{"trades":[';
  check(
    'that is truncated',
    `${open}{"pair":"BTC`,
    /^TradeFileError: file is not valid JSON: it ends too early$/,
  );
  check('that is not valid', '{nonsense', /^TradeFileError: file is not valid JSON/);
  check(
    'with a second document',
    '{"strategy":{"A":{"trades":[]}}} {}',
    /^TradeFileError: file is not valid JSON/,
  );
  check('without a strategy', '{"a":1}', /^TradeFileError: file has no strategy/);
  check('that is a list', '[1,2]', /^TradeFileError: file has no strategy/);
  check(
    'that is nested too deeply',
    `${open}${'['.repeat(100_000)}`,
    /^TradeFileError: file is nested deeper than 64/,
  );
  check(
    'with an endless text',
    endless(`${open}{"pair":"`, A_LOT),
    /^TradeFileError: file holds a value longer/,
  );
  check(
    'with an endless trade',
    endless(`${open}{"orders":[0`, ',1234567'.repeat(1000)),
    /^TradeFileError: file holds a value longer/,
  );
  check(
    'with an endless number',
    endless(`${open}1`, '1'.repeat(65_536)),
    /^TradeFileError: file holds a value longer/,
  );
  it('if the named source did not write it, whether it is JSON or csv', async () => {
    expect(await refusal('{}', { source: 'lean' })).toMatch(
      /^TradeFileError: source is lean, which writes csv/,
    );
    expect(await refusal(CSV, { source: 'freqtrade' })).toMatch(/^TradeFileError: file is not valid JSON/);
    expect(await refusal(CSV, { source: 'tradingview' })).toMatch(
      /The reader tradingview needs the columns Trade # \(or Trade number\), Type, /,
    );
  });
});

describe('rows that are not trades', () => {
  const OPEN = 'BTCUSDT,long,0.5,2023-04-01T00:00:00Z,28400,,';

  it.each([
    ['lines', HEADER, 'a'],
    ['lines', HEADER, ',,,,,,'],
    ['trades', '{"clientId":"a"}', '{}'],
  ])(
    'are counted until there are 100,000 problems, and then reading stops: %s',
    async (rowsAre, first, row) => {
      let parts = 0;
      async function* file() {
        yield Buffer.from(`${first}\n`);
        for (parts = 1; parts < 1_000; parts += 1) yield Buffer.from(`${row}\n`.repeat(10_000));
      }
      const { problems, problemCount, tradeCount } = await readTrades(file());
      expect(problems).toHaveLength(100);
      expect(problems[99]!.field).toMatch(rowsAre);
      expect(problemCount).toBeGreaterThanOrEqual(100_000);
      expect([tradeCount, parts < 20]).toEqual([0, true]);
    },
  );

  check('are skipped up to the limit', lines(HEADER, ROW, ...Array(100_000).fill(OPEN)), /^not refused$/);
  check(
    'are refused beyond the limit',
    lines(HEADER, ROW, ...Array(100_001).fill(OPEN)),
    /^TradeFileTooLarge: The file has more than 100000 rows that are no closed trades/,
  );
});

describe('empty lines in ndjson', () => {
  it('are skipped in one step per part', async () => {
    const parts = Array.from({ length: 16 }, () => Buffer.from('\n \r\n'.repeat(2_048)));
    async function* text() {
      yield* parts;
    }
    const refused = () => {
      throw new Error('an empty line was taken for a trade');
    };
    const begin = () => ({
      trade: refused,
      skip: refused,
      problem: refused,
      nameOf: refused,
      facts: refused,
    });
    const runs = { strategyName: undefined, areAllWanted: false, begin };
    let steps = 0;
    for await (const _ of exportedNdjson.read(text(), runs)) steps += 1;
    expect(steps).toBe(parts.length);
  });
});

describe('temporary files', () => {
  it('exist while a file is open, and are removed when it is closed', async () => {
    const file = await readTradeFile(inParts(CSV), {}, IMPORT_LIMITS);
    expect(await temporaryFiles()).toHaveLength(1);
    await file.close();
    expect(await temporaryFiles()).toEqual([]);
  });

  it('are all removed after the tests above', async () => expect(await temporaryFiles()).toEqual([]));
});
