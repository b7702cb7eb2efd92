import { backtestingPy } from './backtesting-py.js';
import type { CsvFormat } from './csv-format.js';
import { exportedCsv } from './exported-csv.js';
import { exportedNdjson } from './exported-ndjson.js';
import { freqtrade } from './freqtrade.js';
import { genericCsv } from './generic-csv.js';
import type { JsonFormat } from './json-format.js';
import { lean } from './lean.js';
import { metatrader4 } from './metatrader4.js';
import { metatrader4Tester } from './metatrader4-tester.js';
import { metatraderDeals } from './metatrader-deals.js';
import { metatrader5 } from './metatrader5.js';
import { tradingview } from './tradingview.js';

/**
 * The formats of csv, in the order of detection. The generic format is last, because it requires the fewest columns.
 */
export const CSV_FORMATS = [
  exportedCsv,
  tradingview,
  backtestingPy,
  metatrader5,
  metatraderDeals,
  metatrader4,
  metatrader4Tester,
  lean,
  genericCsv,
] as const satisfies readonly CsvFormat[];

/** The formats of JSON, in the order of detection. The last format accepts any JSON. */
export const JSON_FORMATS = [exportedNdjson, freqtrade] as const satisfies readonly JsonFormat[];

const [ownCsv, ...otherCsv] = CSV_FORMATS;

/** A tool whose files can be imported. `csv` is our own export or the csv of any other program. */
export type ImportSource = (typeof CSV_FORMATS | typeof JSON_FORMATS)[number]['source'];

export const IMPORT_SOURCES: readonly ImportSource[] = [
  ...new Set([ownCsv, ...JSON_FORMATS, ...otherCsv].map(({ source }) => source)),
];

export interface ImportTool {
  readonly source: ImportSource;
  readonly name: string;
}

/** The tools that the page offers. The build of the page contains this list (`vite.config.js`). */
export const IMPORT_TOOLS: readonly ImportTool[] = [...JSON_FORMATS, ...CSV_FORMATS].flatMap(
  ({ source, tool }) => (tool === null ? [] : [{ source, name: tool }]),
);
