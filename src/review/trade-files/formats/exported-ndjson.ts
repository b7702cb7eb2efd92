import { FEEDS } from '../../../shared/market/feeds.js';
import { COST_NAMES } from '../../../trades/export/export-columns.js';
import type { JsonFormat } from './json-format.js';
import type { RawTrade, RunSinks, TradeSink } from './raw-trade.js';
import { TradeFileError } from '../files/trade-file-error.js';

const LF = 10;
const SPACE = 32;
const BLANKS: ReadonlySet<number> = new Set([SPACE, 9, LF, 13]);
const MAX_LINE_BYTES = 1_000_000;

/** Number of lines that are read before other requests can run. A malformed file may have many short lines. */
const LINES_AT_A_TIME = 250;

const TEXTS = ['clientId', 'symbol', 'side'] as const;
const NUMBERS = ['qty', 'entryPrice', 'entryTime', 'exitPrice', 'exitTime'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** The ndjson export of this service. */
export const exportedNdjson: JsonFormat<'csv'> = {
  source: 'csv',
  tool: null,
  traits: { plain: true, selfContained: true },
  start: /^\s*\{\s*"clientId"\s*:/,
  read: readLines,
};

/**
 * Reads the trades of our export in ndjson. Each line is parsed by JSON.parse. The tokenizer for large documents would
 * drop U+FEFF from texts, but a note must be returned unchanged. Yields after every few lines, so that other requests
 * can run.
 * @throws TradeFileError for malformed JSON and for a line that is too long
 */
async function* readLines(text: AsyncIterable<Buffer>, runs: RunSinks): AsyncGenerator<void> {
  const sink = runs.begin();
  let row = 0;
  let rest: Buffer = Buffer.alloc(0);
  const take = (line: Buffer) => {
    const json = line.toString('utf8');
    if (json.trim() === '') return;
    takeTrade(parseLine(json, row), row, sink);
    row += 1;
  };
  for await (const chunk of text) {
    let bytes = withoutLeadingBlanks(Buffer.concat([rest, chunk]));
    let lines = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF)) {
      take(bytes.subarray(0, end));
      bytes = withoutLeadingBlanks(bytes.subarray(end + 1));
      lines += 1;
      if (lines % LINES_AT_A_TIME === 0) yield;
    }
    if (bytes.length > MAX_LINE_BYTES)
      throw new TradeFileError('file', `trades[${row}] is longer than ${MAX_LINE_BYTES} bytes`);
    rest = bytes;
    yield;
  }
  take(rest);
}

/**
 * Returns the bytes after leading white space. Empty lines are skipped here, so that no object is created for an empty
 * line.
 */
function withoutLeadingBlanks(bytes: Buffer): Buffer {
  let at = 0;
  while (BLANKS.has(bytes[at]!)) at += 1;
  return bytes.subarray(at);
}

function parseLine(json: string, row: number): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const message = `is not valid JSON at trades[${row}]: ${(error as Error).message}`;
    throw new TradeFileError('file', message, { cause: error });
  }
}

function takeTrade(value: unknown, row: number, sink: TradeSink): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    sink.problem(row, '', 'must be an object');
    return;
  }
  const trade = value as Fields;
  const { feed = null, stopLoss = null, takeProfit = null, pointValue = null } = trade;
  const { positionId = null, note = '', tags = [] } = trade;
  const givenCosts = trade['givenCosts'] ?? presentCosts(trade);
  const given = isTexts(givenCosts) ? COST_NAMES.filter((name) => givenCosts.includes(name)) : [];
  const problems = [
    ...TEXTS.map((name) => typeof trade[name] !== 'string' && [name, 'must be a string']),
    ...[...NUMBERS, ...given].map((name) => typeof trade[name] !== 'number' && [name, 'must be a number']),
    feed !== null && !FEEDS.some((name) => name === feed) && ['feed', `must be one of ${FEEDS.join(', ')}`],
    ...Object.entries({ stopLoss, takeProfit, pointValue }).map(
      ([name, value]) => value !== null && typeof value !== 'number' && [name, 'must be a number or null'],
    ),
    positionId !== null && typeof positionId !== 'string' && ['positionId', 'must be a string or null'],
    typeof note !== 'string' && ['note', 'must be a string'],
    !isTexts(tags) && ['tags', 'must be an array of strings'],
    (!isTexts(givenCosts) || given.length < givenCosts.length) && [
      'givenCosts',
      `must consist of ${COST_NAMES.join(', ')}`,
    ],
  ].filter((problem) => problem !== false) as [string, string][];
  for (const [field, message] of problems) sink.problem(row, field, message);
  if (problems.length > 0) return;
  sink.trade({
    row,
    ...Object.fromEntries(TEXTS.map((name) => [name, trade[name]])),
    ...Object.fromEntries([...NUMBERS, ...given].map((name) => [name, String(trade[name])])),
    ...(feed !== null && { feed }),
    ...(stopLoss !== null && { stopLoss: JSON.stringify(stopLoss) }),
    ...(takeProfit !== null && { takeProfit: JSON.stringify(takeProfit) }),
    ...(pointValue !== null && { pointValue: JSON.stringify(pointValue) }),
    ...(positionId !== null && { positionId }),
    note,
    tags,
  } as unknown as RawTrade);
}

/**
 * Returns the costs that count as sent if a line has no `givenCosts`: all costs that the line contains. Other programs
 * may write lines without `givenCosts`.
 */
const presentCosts = (trade: Fields): readonly string[] =>
  COST_NAMES.filter((name) => (trade[name] ?? null) !== null);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((element) => typeof element === 'string');
