import { FEEDS, type Feed } from '../../../shared/market/feeds.js';
import type { CsvRow } from '../../../shared/text/csv/csv-rows.js';
import { TradeFileError } from '../files/trade-file-error.js';
import { isEmptyCell, isEmptyLevel, isSkippedWord, repeatsHeader } from '../money/cell-words.js';
import { comparedName } from '../money/column-names.js';
import { type CsvFormat, type CsvReader, cellAt, requireCells, requireWidth } from './csv-format.js';
import { cutText } from './cut-text.js';
import { GenericMoney } from './generic-money.js';
import { type GenericColumn, type GenericPlaces, genericNames, genericPlaces } from './generic-names.js';
import { openTrade } from './open-trade.js';
import type { FormatTraits, RawTrade, TradeSink } from './raw-trade.js';
import { sideColumn } from './side-column.js';

const REQUIRED = ['side', 'qty', 'entryTime', 'entryPrice', 'exitTime', 'exitPrice'] as const;
/** A file without sides may have quantities below 0, which are shorts. */
const REQUIRED_IN_HEADER = REQUIRED.filter((column) => column !== 'side');

/** Maximum number of characters of the type of a row in a message. */
const MAX_TYPE_LENGTH = 40;
const YES = /^(?:true|1|yes)$/i;

/**
 * The csv of any program that names its columns like our fields or by common alternatives. Other columns are ignored.
 */
export const genericCsv: CsvFormat<'csv'> = {
  source: 'csv',
  tool: 'Any other csv',
  fit(header) {
    const places = genericPlaces(header);
    const isFound = (column: GenericColumn) => places[column] !== undefined;
    return {
      found: REQUIRED.filter(isFound).map((column) => header[places[column]!]!.trim()),
      missing: REQUIRED.filter((column) => !isFound(column)).map(genericNames),
    };
  },
  open(header, sink) {
    const places = genericPlaces(header);
    if (REQUIRED_IN_HEADER.some((name) => places[name] === undefined)) return null;
    return new GenericReader(header, places, sink);
  },
};

class GenericReader implements CsvReader {
  traits: FormatTraits = {};
  readonly #money: GenericMoney;
  readonly #width: number;
  readonly #required: readonly GenericColumn[];
  #hasZeroSide = false;
  #hasShortQty = false;

  constructor(
    private readonly header: readonly string[],
    private readonly places: GenericPlaces,
    private readonly sink: TradeSink,
  ) {
    this.#money = new GenericMoney(header, places);
    // Some tools write a delimiter at the end of the header, but not at the end of the rows.
    this.#width = header.findLastIndex((name) => name.trim() !== '') + 1;
    const required = places.side === undefined ? REQUIRED_IN_HEADER : REQUIRED;
    this.#required = places.clientId === undefined ? required : [...required, 'clientId'];
  }

  row(row: CsvRow): void {
    const reason = this.#skipReason(row);
    if (reason !== null) this.sink.skip(row.line, reason);
    else if (requireWidth(row, this.#width, this.sink)) this.#take(row);
  }

  /** @throws TradeFileError if nothing in the file tells the sides */
  end(): void {
    const { side } = this.places;
    if (side === undefined && !this.#hasShortQty)
      throw new TradeFileError(
        'file',
        `has no column of sides (${genericNames('side').join(', ')}), and no quantity is below 0`,
      );
    const sideName = side === undefined ? '' : comparedName(this.header[side]!);
    this.traits = {
      money: this.#money.end(this.sink),
      earlier: this.#money.earlier,
      sideIn: sideColumn(sideName, this.#hasZeroSide),
    };
  }

  /** Returns why a row is no closed trade; null if it may be one. */
  #skipReason(row: CsvRow): string | null {
    if (row.cells[0] === this.header[0] && repeatsHeader(row.cells, this.header)) return 'repeats the header';
    for (const place of this.#money.states) {
      const state = row.cells[place] ?? '';
      if (!isSkippedWord(state)) continue;
      const word = cutText(state.trim(), MAX_TYPE_LENGTH).toLowerCase();
      return word === 'open' ? openTrade() : `is a row of the type ${word}`;
    }
    const { isOpen } = this.places;
    return isOpen !== undefined && YES.test(row.cells[isOpen] ?? '') ? openTrade() : null;
  }

  #take(row: CsvRow): void {
    const { places, sink } = this;
    const cell = (name: GenericColumn) => cellAt(row, places[name]);
    const filled = (name: GenericColumn) => {
      const text = cell(name);
      return text !== undefined && isEmptyCell(text) ? undefined : text;
    };
    const level = (name: GenericColumn) => {
      const text = cell(name);
      return text !== undefined && isEmptyLevel(text) ? undefined : text;
    };
    const tags = cell('tags');
    const { profits, costs, profit, feesPaid } = this.#money.read(row);
    // The fields are listed explicitly; see `newTrade`. (Benchmark: "import of 100k trades, csv of another tool".)
    const raw = {
      row: row.line,
      clientId: cell('clientId'),
      symbol: cell('symbol') ?? namedColumn(cell('vectorbtColumn')),
      feed: cell('feed') as Feed | undefined,
      side: places.side === undefined ? '' : filled('side'),
      qty: filled('qty')?.replace(LOTS, ''),
      entryTime: filled('entryTime'),
      entryPrice: filled('entryPrice'),
      exitTime: filled('exitTime'),
      exitPrice: filled('exitPrice'),
      stopLoss: level('stopLoss'),
      takeProfit: level('takeProfit'),
      pointValue: level('pointValue'),
      feesPaid,
      spreadPaid: filled('spreadPaid'),
      slippagePaid: filled('slippagePaid'),
      profit,
      profits,
      costs,
      positionId: cell('positionId'),
      note: cell('note'),
      tags: tags && tagsOf(tags),
    };
    if (raw.exitTime === undefined && raw.exitPrice === undefined && raw.entryTime !== undefined) {
      sink.skip(row.line, openTrade({ result: profits?.find((text) => text !== null) ?? undefined }));
      return;
    }
    this.#hasZeroSide ||= raw.side === '0';
    this.#hasShortQty ||= raw.qty?.startsWith('-') ?? false;
    const knownFeed = raw.feed === undefined || FEEDS.includes(raw.feed);
    if (!knownFeed) sink.problem(row.line, 'feed', `must be one of ${FEEDS.join(', ')}`);
    if (requireCells(row, raw, sink, this.#required) && knownFeed) sink.trade(raw as RawTrade);
  }
}

/** The unit that some tools write after a quantity: `0.10 Lots`. */
const LOTS = /(?<=\d) ?lots?$/i;

/** Returns the symbol in a column of vectorbt, which may also be the number of the column. */
const namedColumn = (text: string | undefined): string | undefined =>
  text !== undefined && /[A-Za-z]/.test(text) ? text : undefined;

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
