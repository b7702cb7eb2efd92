import { AMOUNT } from '../../../shared/fields/fields.js';
import { numberProblem } from '../../../shared/fields/value-rules.js';
import { excerpt } from '../../../shared/text/excerpt.js';
import { decimalOf, minus, plus, rounded, times } from '../../../shared/decimal/exact-decimal.js';
import { requireShortName } from './name-lengths.js';
import { MAX_NOTE_LENGTH, MAX_POSITION_LENGTH, cutText } from './cut-text.js';
import { FreqtradeFacts } from './freqtrade-facts.js';
import { jsonValues } from './json-values.js';
import type { JsonFormat } from './json-format.js';
import { openTrade } from './open-trade.js';
import type { RawTrade, RunSinks, TradeSink } from './raw-trade.js';
import { reasonTags } from './reason-tags.js';
import { TradeFileError } from '../files/trade-file-error.js';

/** The result of a backtest by freqtrade. */
export const freqtrade: JsonFormat<'freqtrade'> = {
  source: 'freqtrade',
  tool: 'freqtrade',
  traits: { plain: true, netProfitColumn: 'profit_abs' },
  read: readResult,
};

const TRADES = { path: '$.strategy.*.trades.*', depth: 4 } as const;

/**
 * Maximum number of strategies whose trades are read. It is also the maximum number of names in the message that
 * requests the name of a strategy.
 */
const MAX_STRATEGIES = 20;

type Fields = Readonly<Record<string, unknown>>;

/** A strategy whose trades are read. */
interface Strategy {
  readonly sink: TradeSink;
  readonly facts: FreqtradeFacts;
  /** Number of trades so far. */
  count: number;
}

/**
 * Reads the trades of a backtest result, `strategy.{name}.trades`. Yields after each part of the text.
 * @throws TradeFileError for malformed JSON, or if it is unclear which strategy to read
 */
async function* readResult(text: AsyncIterable<Buffer>, runs: RunSinks): AsyncGenerator<void> {
  const { strategyName, areAllWanted } = runs;
  const names = new Set<string>();
  const strategies = new Map<string, Strategy>();
  const add = (name: string) => {
    requireShortName('strategy', name);
    if (names.size <= MAX_STRATEGIES) names.add(name);
    const isWanted =
      strategyName === undefined ? areAllWanted || strategies.size === 0 : name === strategyName;
    if (!isWanted || strategies.has(name)) return;
    if (strategies.size === MAX_STRATEGIES)
      throw new TradeFileError(
        'strategyName',
        `is required: the file has more than ${MAX_STRATEGIES} strategies, ${listOf(names)} …`,
      );
    strategies.set(name, { sink: runs.begin(name), facts: new FreqtradeFacts(name), count: 0 });
  };
  yield* jsonValues(text, TRADES, {
    onKey: (key, root) => {
      if (root === 'strategy') add(key);
    },
    onFact: (value, [root, name, field]) => {
      if (root === 'strategy' && field !== undefined) strategies.get(name ?? '')?.facts.add(field, value);
    },
    onValue: (value, keys) => {
      const strategy = strategies.get(String(keys[1]));
      if (!strategy) return;
      takeTrade(value, strategy);
      strategy.count += 1;
    },
  });
  if (names.size === 0)
    throw new TradeFileError('file', 'has no strategy.{name}.trades, so it is no result of freqtrade');
  if (strategyName !== undefined && strategies.size === 0)
    throw new TradeFileError('strategyName', `must be one of ${listOf(names)}`);
  if (names.size > 1 && strategyName === undefined && !areAllWanted)
    throw new TradeFileError(
      'strategyName',
      `is required: the file has several strategies, ${listOf(names)}`,
    );
  for (const { sink, facts } of strategies.values()) sink.facts(facts.all());
}

const listOf = (names: ReadonlySet<string>): string =>
  [...names].slice(0, MAX_STRATEGIES).map(excerpt).join(', ');

function takeTrade(value: unknown, { sink, facts, count: row }: Strategy): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    sink.problem(row, '', 'must be an object');
    return;
  }
  const trade = value as Fields;
  if (trade['is_open'] === true || (trade['close_rate'] ?? null) === null) {
    sink.skip(row, openTrade({ result: textOf(trade['profit_abs']) }));
    return;
  }
  const required = {
    pair: textOf(trade['pair']),
    amount: textOf(trade['amount']),
    open_rate: textOf(trade['open_rate']),
    close_rate: textOf(trade['close_rate']),
    open_timestamp: textOf(trade['open_timestamp'] ?? trade['open_date']),
    close_timestamp: textOf(trade['close_timestamp'] ?? trade['close_date']),
  };
  const missing = Object.entries(required).filter(([, text]) => text === undefined);
  for (const [field] of missing) sink.problem(row, field, 'is required');
  if (missing.length > 0) return;
  facts.addFees(trade['fee_open'], trade['fee_close']);
  sink.trade(rawTrade(trade, row, required as Record<keyof typeof required, string>));
}

type Required = Readonly<
  Record<'pair' | 'amount' | 'open_rate' | 'close_rate' | 'open_timestamp' | 'close_timestamp', string>
>;

function rawTrade(trade: Fields, row: number, required: Required): RawTrade {
  const stopLoss = textOf(trade['initial_stop_loss_abs']);
  const profit = textOf(trade['profit_abs']);
  const reason = textOf(trade['exit_reason'] ?? trade['sell_reason']);
  return {
    row,
    symbol: required.pair,
    side: trade['is_short'] === true ? 'short' : 'long',
    qty: required.amount,
    entryTime: required.open_timestamp,
    entryPrice: required.open_rate,
    exitTime: required.close_timestamp,
    exitPrice: required.close_rate,
    // `stop_loss_abs` is not the initial stop, because it trails. An initial stop of 0 means that there is no stop.
    ...(stopLoss !== undefined && stopLoss !== '0' && { stopLoss }),
    ...(profit === undefined ? { feesPaid: feesOf(trade) } : { profit }),
    ...(reason !== undefined && { previousNote: cutText(reason, MAX_NOTE_LENGTH) }),
    ...(hasSeveralExits(trade) && { positionId: positionIdOf(required) }),
    tags: reasonTags(textOf(trade['enter_tag']), reason),
  };
}

/** Returns whether a trade was closed by several orders. Orders that were not filled have no time. */
function hasSeveralExits({ orders }: Fields): boolean {
  if (!Array.isArray(orders)) return false;
  const exits = (orders as readonly (Fields | null)[]).filter(
    (order) => order?.['ft_is_entry'] === false && (order['order_filled_timestamp'] ?? null) !== null,
  );
  return exits.length > 1;
}

/** Returns the label of a position. A result has no ids of trades, but a pair has one open trade at a time. */
const positionIdOf = ({ open_timestamp: opened, pair }: Required): string =>
  cutText(`${opened} ${pair}`, MAX_POSITION_LENGTH);

const AMOUNTS = ['amount', 'open_rate', 'close_rate'] as const;

/**
 * Returns the fees of a trade without a printed profit: the fee rates times the two notionals, minus the funding
 * received. The fees of a trade that is refused because of its amounts are not computed.
 */
function feesOf(trade: Fields): string {
  const isOutside = (value: unknown) =>
    typeof value === 'number' && numberProblem(value, AMOUNT) !== undefined;
  if (AMOUNTS.some((name) => isOutside(trade[name]))) return '0';
  const number = (name: string) => decimalOf(Number.isFinite(trade[name]) ? (trade[name] as number) : 0);
  const side = (rate: string, fee: string) => times(times(number('amount'), number(rate)), number(fee));
  const fees = plus(side('open_rate', 'fee_open'), side('close_rate', 'fee_close'));
  return String(rounded(minus(fees, number('funding_fees'))));
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
