import { excerpt } from '../../text/excerpt.js';
import { decimalOf, minus, plus, rounded, times } from '../../decimal/exact-decimal.js';
import { MAX_NOTE_LENGTH, cutText } from './cut-text.js';
import { jsonValues } from './json-values.js';
import type { JsonFormat } from './json-format.js';
import { openTrade } from './open-trade.js';
import type { RawTrade, TradeSink } from './raw-trade.js';
import { reasonTags } from './reason-tags.js';
import { TradeFileError } from '../files/trade-file-error.js';

/** The result of a backtest by freqtrade, which rounds profits to 8 decimals. */
export const freqtrade: JsonFormat<'freqtrade'> = {
  source: 'freqtrade',
  traits: { plain: true, profit: 'net', profitDecimals: 8 },
  read: readResult,
};

const TRADES = { path: '$.strategy.*.trades.*', depth: 4 } as const;

/** Maximum number of strategies named in the message that asks for one of them. */
const MAX_NAMES = 20;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the trades of a backtest result, `strategy.{name}.trades`.
 * @param strategyName required if the result has several strategies
 * @returns after each part of the text
 * @throws TradeFileError for malformed JSON, or if it is unclear which strategy to read
 */
async function* readResult(
  text: AsyncIterable<Buffer>,
  sink: TradeSink,
  strategyName: string | undefined,
): AsyncGenerator<void> {
  const strategies = new Set<string>();
  const wanted = () => strategyName ?? [...strategies][0];
  let index = 0;
  yield* jsonValues(text, TRADES, {
    onKey: (key, root) => {
      if (root === 'strategy' && strategies.size <= MAX_NAMES) strategies.add(key);
    },
    onValue: (value, keys) => {
      if (keys[1] !== wanted()) return;
      takeTrade(value, index, sink);
      index += 1;
    },
  });
  if (strategies.size === 0)
    throw new TradeFileError('file', 'has no strategy.{name}.trades, so it is no result of freqtrade');
  const names = [...strategies].slice(0, MAX_NAMES).map(excerpt).join(', ');
  if (strategyName !== undefined && !strategies.has(strategyName))
    throw new TradeFileError('strategyName', `must be one of ${names}`);
  if (strategyName === undefined && strategies.size > 1)
    throw new TradeFileError('strategyName', `is required: the file has several strategies, ${names}`);
}

function takeTrade(value: unknown, row: number, sink: TradeSink): void {
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
  if (missing.length === 0)
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
    tags: reasonTags(textOf(trade['enter_tag']), reason),
  };
}

/**
 * Returns the fees of a trade without a printed profit: the fee rates times the two notionals, minus the funding
 * received.
 */
function feesOf(trade: Fields): string {
  const number = (name: string) => decimalOf(Number.isFinite(trade[name]) ? (trade[name] as number) : 0);
  const side = (rate: string, fee: string) => times(times(number('amount'), number(rate)), number(fee));
  const fees = plus(side('open_rate', 'fee_open'), side('close_rate', 'fee_close'));
  return String(rounded(minus(fees, number('funding_fees'))));
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
