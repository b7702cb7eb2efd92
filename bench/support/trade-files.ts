import { zip } from '../../test/support/zip.js';
import { someTrades } from './trades.js';

interface Trade {
  readonly clientId: string;
  readonly side: 'long' | 'short';
  readonly qty: number;
  readonly entryPrice: number;
  readonly entryTime: number;
  readonly exitPrice: number;
  readonly exitTime: number;
  readonly stopLoss: number;
}

/** A file to import: its content type, the query that describes it, and its content. */
export interface TradeFile {
  readonly type: string;
  readonly query: string;
  readonly content: Buffer;
}

const tradesOf = (count: number): Trade[] => someTrades(count) as Trade[];
const profitOf = ({ side, qty, entryPrice, exitPrice }: Trade): number =>
  Number(((side === 'long' ? 1 : -1) * qty * (exitPrice - entryPrice)).toFixed(8));
const day = (time: number): string => new Date(time).toISOString().slice(0, 19);

/** Returns a CSV table with its own column names and its own time format. */
export const genericCsv = (count: number): TradeFile => {
  const rows = tradesOf(count).map((trade) =>
    [
      trade.side,
      trade.qty,
      day(trade.entryTime),
      trade.entryPrice,
      day(trade.exitTime),
      trade.exitPrice,
      trade.stopLoss,
    ].join(','),
  );
  const header = 'Direction,Quantity,Open time,Open price,Close time,Close price,Stop loss';
  return { type: 'text/csv', query: '?timezone=UTC', content: Buffer.from([header, ...rows, ''].join('\n')) };
};

/** Returns a CSV table with a commission, and with or without a profit before the commission. */
export const moneyCsv = (count: number, hasProfit: boolean): TradeFile => {
  const rows = tradesOf(count).map((trade) => [
    trade.side,
    trade.qty,
    day(trade.entryTime),
    trade.entryPrice,
    day(trade.exitTime),
    trade.exitPrice,
    '0.25',
    ...(hasProfit ? [profitOf(trade).toFixed(2)] : []),
  ]);
  const header = 'Direction,Quantity,Open time,Open price,Close time,Close price,Commission';
  const text = [hasProfit ? `${header},Profit` : header, ...rows.map((cells) => cells.join()), ''].join('\n');
  return { type: 'text/csv', query: '?timezone=UTC', content: Buffer.from(text) };
};

/** Returns a list of trades as TradingView's strategy tester writes it, with two rows per trade. */
export const tradingviewCsv = (count: number): TradeFile => {
  const header =
    'Trade #,Type,Date/Time,Signal,Price USDT,Position size (qty),Position size (value),Net P&L USDT,Net P&L %';
  const rows = tradesOf(count).flatMap((trade, i) => {
    const rest = [trade.qty, trade.qty * trade.entryPrice, profitOf(trade), 0];
    return [
      [
        i + 1,
        `Entry ${trade.side}`,
        `${day(trade.entryTime)}+0000`,
        'Long',
        trade.entryPrice,
        ...rest,
      ].join(),
      [i + 1, `Exit ${trade.side}`, `${day(trade.exitTime)}+0000`, 'XL', trade.exitPrice, ...rest].join(),
    ];
  });
  return { type: 'text/csv', query: '', content: Buffer.from([header, ...rows, ''].join('\n')) };
};

/** Returns a backtest result of freqtrade. 64 MB contain about 80,000 trades with their orders. */
export const freqtradeJson = (count: number): TradeFile => {
  const trades = tradesOf(count).map((trade) => ({
    pair: 'BTC/USDT',
    stake_amount: trade.qty * trade.entryPrice,
    amount: trade.qty,
    open_date: day(trade.entryTime).replace('T', ' ') + '+00:00',
    close_date: day(trade.exitTime).replace('T', ' ') + '+00:00',
    open_rate: trade.entryPrice,
    close_rate: trade.exitPrice,
    fee_open: 0,
    fee_close: 0,
    profit_abs: profitOf(trade),
    exit_reason: 'roi',
    stop_loss_abs: trade.stopLoss,
    initial_stop_loss_abs: trade.stopLoss,
    is_open: false,
    enter_tag: 'breakout',
    leverage: 1,
    is_short: trade.side === 'short',
    open_timestamp: trade.entryTime,
    close_timestamp: trade.exitTime,
    orders: ['buy', 'sell'].map((side) => ({
      amount: trade.qty,
      safe_price: trade.entryPrice,
      ft_order_side: side,
      order_filled_timestamp: trade.entryTime,
      ft_is_entry: side === 'buy',
    })),
  }));
  const content = Buffer.from(JSON.stringify({ strategy: { Bench: { trades } } }));
  return { type: 'application/json', query: '', content };
};

/** Returns the same file in a zip, as freqtrade writes it. */
export const zipped = ({ content, query }: TradeFile): TradeFile => ({
  type: 'application/zip',
  query,
  content: zip({ name: 'backtest-result.json', text: content.toString() }),
});
