import { FEEDS, type Feed } from '../../../shared/market/feeds.js';
import { cellAt, requireCells, requireWidth, type CsvFormat } from './csv-format.js';
import type { CsvRow } from '../../../shared/text/csv/csv-rows.js';
import { cutText } from './cut-text.js';
import { openTrade } from './open-trade.js';
import type { RawTrade, TradeSink } from './raw-trade.js';
import { TradeFileError } from '../files/trade-file-error.js';

/** Column names, reduced to lower-case letters and digits. The first name of each list is our own field name. */
const ALIASES = {
  clientId: ['clientid'],
  symbol: ['symbol', 'symbols', 'ticker', 'instrument', 'pair', 'market', 'asset'],
  feed: ['feed'],
  side: ['side', 'direction', 'type', 'position', 'longshort', 'tradetype', 'positiontype'],
  qty: [
    'qty',
    'quantity',
    'size',
    'volume',
    'amount',
    'contracts',
    'lots',
    'shares',
    'units',
    'positionsize',
  ],
  entryTime: [
    'entrytime',
    'opentime',
    'entrydate',
    'opendate',
    'entrydatetime',
    'opendatetime',
    'timeopen',
    'timein',
    'openedat',
    'opened',
    'entrytimestamp',
    'opentimestamp',
  ],
  entryPrice: [
    'entryprice',
    'openprice',
    'entry',
    'open',
    'openrate',
    'avgentryprice',
    'averageentryprice',
    'pricein',
    'buyprice',
  ],
  exitTime: [
    'exittime',
    'closetime',
    'exitdate',
    'closedate',
    'exitdatetime',
    'closedatetime',
    'timeclose',
    'timeout',
    'closedat',
    'closed',
    'exittimestamp',
    'closetimestamp',
  ],
  exitPrice: [
    'exitprice',
    'closeprice',
    'exit',
    'close',
    'closerate',
    'avgexitprice',
    'averageexitprice',
    'priceout',
    'sellprice',
  ],
  stopLoss: ['stoploss', 'stop', 'sl', 'initialstop', 'initialstoploss', 'stopprice'],
  takeProfit: ['takeprofit', 'target', 'tp', 'profittarget', 'targetprice'],
  feesPaid: ['feespaid', 'fees', 'fee', 'commission', 'commissions', 'totalfees'],
  spreadPaid: ['spreadpaid', 'spreadcost'],
  slippagePaid: ['slippagepaid', 'slippagecost'],
  profit: ['plnet', 'netpl', 'netprofit', 'netpnl', 'pnlnet', 'netprofitloss'],
  positionId: ['positionid'],
  note: ['note', 'notes', 'comment', 'comments', 'remark'],
  tags: ['tags', 'tag', 'labels', 'setup'],
} as const satisfies Record<string, readonly string[]>;
type Column = keyof typeof ALIASES;

/** Maximum number of columns in a message. */
const MAX_NAMED = 5;
/** Maximum number of characters of the name of a column in a message. */
const MAX_NAME_LENGTH = 60;

const REQUIRED = ['side', 'qty', 'entryTime', 'entryPrice', 'exitTime', 'exitPrice'] as const;
/**
 * The csv of any program that names its columns like our fields or by common alternatives. Other columns are ignored.
 */
export const genericCsv: CsvFormat<'csv'> = {
  source: 'csv',
  tool: 'Any other csv',
  fit(header) {
    const names = header.map(plainName);
    const placeOf = (column: Column) =>
      names.findIndex((name) => (ALIASES[column] as readonly string[]).includes(name));
    const isFound = (column: Column) => placeOf(column) >= 0;
    return {
      found: REQUIRED.filter(isFound).map((column) => header[placeOf(column)]!.trim()),
      missing: REQUIRED.filter((column) => !isFound(column)).map((column) => [
        column,
        ...ALIASES[column].slice(1),
      ]),
    };
  },
  open(header, sink) {
    const columns = columnsIn(header);
    if (REQUIRED.some((name) => columns[name] === undefined)) return null;
    const net = columns.profit !== undefined;
    // Some tools write a delimiter at the end of the header, but not at the end of the rows.
    const width = header.findLastIndex((name) => name.trim() !== '') + 1;
    const required = columns.clientId === undefined ? REQUIRED : ([...REQUIRED, 'clientId'] as const);
    return {
      traits: net ? { profit: 'net' } : {},
      row: (row) => {
        if (requireWidth(row, width, sink)) takeRow(row, columns, required, sink);
      },
    };
  },
};

function columnsIn(header: readonly string[]): Partial<Record<Column, number>> {
  const columns: Partial<Record<Column, number>> = {};
  const names = header.map(plainName);
  for (const [column, aliases] of Object.entries(ALIASES) as [Column, readonly string[]][]) {
    const found = names.flatMap((name, index) => (aliases.includes(name) ? [index] : []));
    // Our own name has priority over an alias: in a file with `side`, the column `type` is something else.
    const ours = found.filter((index) => names[index] === aliases[0]);
    const best = ours.length > 0 ? ours : found;
    if (best.length > 1) {
      const named = best.slice(0, MAX_NAMED).map((index) => cutText(header[index]!.trim(), MAX_NAME_LENGTH));
      throw new TradeFileError('file', `has several columns for ${column}: ${named.join(', ')}`);
    }
    if (best.length === 1) columns[column] = best[0]!;
  }
  return columns;
}

/** Reduces a column name: `Entry Price (USDT)` and `entry_price` become `entryprice`. */
const plainName = (name: string): string =>
  without(without(name, '(', ')'), '[', ']')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** Returns a text without the parts between an opening and the next closing bracket. */
function without(text: string, opening: string, closing: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(opening, at);
    const end = start < 0 ? -1 : text.indexOf(closing, start);
    if (end < 0) return parts.join('') + text.slice(at);
    parts.push(text.slice(at, start));
    at = end + 1;
  }
}

/**
 * Reads a row.
 * @param required columns that a trade must have
 */
function takeRow(
  row: CsvRow,
  columns: Partial<Record<Column, number>>,
  required: readonly Column[],
  sink: TradeSink,
): void {
  const cell = (name: Column) => cellAt(row, columns[name]);
  const tags = cell('tags');
  // The fields are listed explicitly; see `newTrade`. (Benchmark: "import of 100k trades, csv of another tool".)
  const raw = {
    row: row.line,
    clientId: cell('clientId'),
    symbol: cell('symbol'),
    feed: cell('feed') as Feed | undefined,
    side: cell('side'),
    qty: cell('qty'),
    entryTime: cell('entryTime'),
    entryPrice: cell('entryPrice'),
    exitTime: cell('exitTime'),
    exitPrice: cell('exitPrice'),
    stopLoss: cell('stopLoss'),
    takeProfit: cell('takeProfit'),
    feesPaid: cell('feesPaid'),
    spreadPaid: cell('spreadPaid'),
    slippagePaid: cell('slippagePaid'),
    profit: cell('profit'),
    positionId: cell('positionId'),
    note: cell('note'),
    tags: tags && tagsOf(tags),
  };
  if (raw.exitTime === undefined && raw.exitPrice === undefined && raw.entryTime !== undefined) {
    sink.skip(row.line, openTrade({ result: raw.profit }));
    return;
  }
  const knownFeed = raw.feed === undefined || FEEDS.includes(raw.feed);
  if (!knownFeed) sink.problem(row.line, 'feed', `must be one of ${FEEDS.join(', ')}`);
  // A row without a profit is accepted if it has fees.
  const needsProfit = columns.profit !== undefined && raw.feesPaid === undefined;
  const names = needsProfit ? [...required, 'profit' as const] : required;
  if (requireCells(row, raw, sink, names) && knownFeed) sink.trade(raw as RawTrade);
}

/** Parses a JSON array as in our export, or a list separated by commas or semicolons. */
function tagsOf(text: string): string[] {
  try {
    const tags: unknown = JSON.parse(text);
    if (Array.isArray(tags)) return tags.map(String);
  } catch {
    // A text that is not JSON is a list.
  }
  return text
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
