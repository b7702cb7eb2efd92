/** The tools whose files are read, with the export that a user chooses in each. docs/import.md describes the files. */
export const TOOL_EXPORTS: readonly (readonly [tool: string, file: string])[] = [
  ['freqtrade', 'zip or JSON of a backtest'],
  ['TradingView', 'List of trades, csv or xlsx'],
  ['MetaTrader 5', 'report, HTML, xlsx or csv'],
  ['MetaTrader 4', 'report or statement, HTML'],
  ['backtesting.py', 'stats._trades.to_csv'],
  ['vectorbt', 'records_readable.to_csv'],
  ['NinjaTrader', 'grid of trades, csv'],
  ['TopstepX', 'trades, csv'],
  ['cTrader', 'history, csv'],
  ['Any other', 'csv, as in the template'],
];
