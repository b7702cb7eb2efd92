import type { ImportQuery } from '../../../src/review/trade-files/routes/import.dto.js';

interface ImportTool {
  readonly source: NonNullable<ImportQuery['source']>;
  readonly name: string;
}

/** The tools that the service can import files from. The build of the page replaces this name with the list. */
declare const IMPORT_TOOLS: readonly ImportTool[];

/** The endings of result files, as the attribute `accept` of a file input. */
export const RESULT_FILES = '.csv,.json,.ndjson,.jsonl,.zip,.txt,.xlsx,.html,.htm';

/** The options of a field for the tool. */
export const TOOL_OPTIONS: readonly (readonly [value: string, label: string])[] = [
  ['', 'Detected'],
  ...IMPORT_TOOLS.map(({ source, name }) => [source, name] as const),
];

/** The names of the tools as a text: "freqtrade, TradingView, LEAN". "Any other csv" is left out. */
export const TOOL_NAMES = IMPORT_TOOLS.filter(({ source }) => source !== 'csv')
  .map(({ name }) => name)
  .join(', ');
