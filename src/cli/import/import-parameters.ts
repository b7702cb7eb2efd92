import { Option } from 'commander';

/** The parameters of `POST /projects/{id}/import` and their meaning, in the order of the help. */
export const IMPORT_PARAMETERS = {
  source: 'tool that has written the files; detected by default',
  timezone: 'time zone of times without an offset, such as Europe/Berlin',
  dateOrder: 'order of day, month and year: dmy, mdy or ymd',
  symbol: 'symbol of trades whose file names none',
  strategyName: 'strategy of a freqtrade result with several',
  stops: 'initial, if the stops of backtesting.py or MetaTrader were never moved',
  profit: 'what the column of profits means: net, gross, or ignore',
  costs: 'what positive costs mean: paid or credit',
  pointValue: 'point value of all symbols, such as 50, or of each, such as ES:50,NQ:20',
  name: 'name of the sessions; by default the strategy and the start of the run',
  strategy: 'strategy of the sessions',
  initialBalance: 'balance at the start, if the file does not say it',
  accountCurrency: 'currency of the account',
  accountTimezone: 'time zone of the account',
  feed: 'feed of all symbols',
  timeframe: 'interval of the bars, such as 1h',
  calendarCode: 'trading calendar of all symbols, such as 24/5; by default 24/7',
  tags: 'labels of the sessions, with commas between them',
  study: 'study of the sessions, all tries of which count together',
  codeVersion: 'version of the code of the strategy, such as a commit',
  sample: 'in, if the data was used to choose the parameters, or out',
  parameters: 'parameters of the strategy, a JSON object',
  breakEvenThreshold: 'largest profit or loss that counts as break-even in a preview',
} as const;

/** The parameters that are true or false. */
export const IMPORT_FLAGS = {
  finish: 'finish the new sessions',
  preview: 'show what would be imported, and write nothing',
} as const;

/** The values of the options, by the names of the parameters. */
export type ImportParameters = Readonly<
  Partial<Record<keyof typeof IMPORT_PARAMETERS, string> & Record<keyof typeof IMPORT_FLAGS, boolean>>
>;

/** The options of the command: one for each parameter, with the name of the parameter. */
export const parameterOptions = (): Option[] => [
  ...Object.entries(IMPORT_PARAMETERS).map(([name, help]) => new Option(`--${name} <value>`, help)),
  ...Object.entries(IMPORT_FLAGS).map(([name, help]) => new Option(`--${name}`, help)),
];

/** Returns the query of an import. */
export const queryOf = (parameters: ImportParameters): URLSearchParams =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
