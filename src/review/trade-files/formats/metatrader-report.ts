import type { CsvFormat, CsvReader } from './csv-format.js';
import { metatrader5Facts } from './metatrader5-facts.js';
import type { MoneyTraits, TradeSink } from './raw-trade.js';

/**
 * Returns the columns of money of MetaTrader, which prints gross profits, and negative numbers for costs that are paid.
 * @param fee name of the column of costs besides the commission
 */
export const metatraderMoney = (fee: 'Fee' | 'Taxes'): MoneyTraits => ({
  profit: { name: 'Profit', kind: 'gross', place: 0 },
  costColumns: [
    { name: 'Commission', kind: 'fee' },
    { name: fee, kind: 'fee' },
    { name: 'Swap', kind: 'carry' },
  ],
  costSign: 'credit',
});

/** Index of each column in a header; −1 for a column that the header does not have. */
export type ReportPlaces<Column extends string> = Readonly<Record<Column, number>>;

/** Description of a tester report, whose rows are parts of trades. */
interface TesterReport<Source extends string, Column extends string> {
  readonly source: Source;
  /** Name of each column, in lower-case letters without white space. */
  readonly columns: Readonly<Record<Column, string>>;
  /** Columns that a report need not have. */
  readonly optional: readonly NoInfer<Column>[];
  readonly reader: (places: ReportPlaces<Column>, sink: TradeSink) => CsvReader;
}

/** Returns the csv format of a tester report. */
export function testerReport<Source extends string, Column extends string>({
  source,
  columns,
  optional,
  reader,
}: TesterReport<Source, Column>): CsvFormat<Source> {
  const all = Object.keys(columns) as Column[];
  const required = all.filter((column) => !optional.includes(column));
  const placesIn = (header: readonly string[]) => {
    const names = header.map((name) => name.toLowerCase().replaceAll(/\s/g, ''));
    return Object.fromEntries(
      all.map((column) => [column, names.indexOf(columns[column])]),
    ) as ReportPlaces<Column>;
  };
  return {
    source,
    tool: null,
    headerMayFollow: true,
    factsIn: metatrader5Facts,
    fit(header) {
      const places = placesIn(header);
      return {
        found: required
          .filter((column) => places[column] >= 0)
          .map((column) => header[places[column]]!.trim()),
        missing: required.filter((column) => places[column] < 0).map((column) => [columns[column]]),
      };
    },
    open(header, sink) {
      const places = placesIn(header);
      return required.some((column) => places[column] < 0) ? null : reader(places, sink);
    },
  };
}
