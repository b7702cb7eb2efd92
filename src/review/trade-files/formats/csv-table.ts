import type { CsvRow } from '../../../shared/text/csv/csv-rows.js';
import { type CsvFormat, cellAt, requireCells } from './csv-format.js';
import { openTrade } from './open-trade.js';
import type { FormatTraits, RawTrade, TradeSink } from './raw-trade.js';
import type { RunFacts } from './run-facts.js';

type Cells<Column extends string, Needed extends string> = Readonly<
  Record<Needed, string> & Partial<Record<Column, string>>
>;

/** Description of a csv with one closed trade per row. */
export interface CsvTable<
  Source extends string,
  Column extends string,
  Optional extends Column,
  Empty extends Column,
> {
  readonly source: Source;
  /** Name of the tool on the page. */
  readonly tool: string;
  readonly traits: FormatTraits;
  /**
   * Name of each column in the header, or all names that the column may have. Columns with the same name are assigned
   * to the header's cells in order.
   */
  readonly columns: Readonly<Record<Column, string | readonly string[]>>;
  /** Columns that a file need not have. */
  readonly optional?: readonly Optional[];
  /** Columns that a file must have, but that may be empty in a row. */
  readonly mayBeEmpty?: readonly Empty[];
  readonly headerMayFollow?: boolean;
  /** Normalizes names of columns before they are compared. The default removes white space at both ends. */
  readonly comparable?: (name: string) => string;
  /** Matches cells that count as empty. */
  readonly empty?: RegExp;
  /** Returns whether the table ends before this row. */
  readonly endsAt?: (cells: readonly string[]) => boolean;
  /** Returns the facts about the run in a row outside the table, or in a skipped row. */
  readonly factsIn?: (cells: readonly string[]) => RunFacts;
  /**
   * Returns the reason why a row is not a closed trade; null if it is a closed trade. By default, a row without exit
   * time and exit price is an open trade.
   */
  readonly skip?: (cells: Partial<Readonly<Record<Column, string>>>) => string | null;
  /** Returns the trade of a row; null if a problem was reported. */
  readonly trade: (
    cells: Cells<Column, Exclude<Column, Optional | Empty>>,
    problem: (field: Column, message: string) => void,
  ) => Omit<RawTrade, 'row'> | null;
}

/** Returns the csv format that a table describes. */
export function csvTable<
  const Source extends string,
  Column extends string,
  Optional extends Column = never,
  Empty extends Column = never,
>(table: CsvTable<Source, Column, Optional, Empty>): CsvFormat<Source> {
  const { source, tool, traits, columns, headerMayFollow = false, comparable = trimmed } = table;
  const { empty, endsAt, factsIn, skip = withoutExit } = table;
  const all = Object.keys(columns) as Column[];
  const namesOf = (column: Column) => [columns[column]].flat() as string[];
  const without = (some: readonly Column[]) => all.filter((column) => !some.includes(column));
  const present = without(table.optional ?? []);
  const filled = without([...(table.optional ?? []), ...(table.mayBeEmpty ?? [])]);

  function placesIn(header: readonly string[]): Readonly<Record<Column, number>> {
    const names = header.map(comparable);
    const taken = new Set<number>();
    const places = {} as Record<Column, number>;
    for (const column of all) {
      const found = namesOf(column).map((wanted) =>
        names.findIndex((name, place) => name === comparable(wanted) && !taken.has(place)),
      );
      places[column] = found.find((place) => place >= 0) ?? -1;
      taken.add(places[column]);
    }
    return places;
  }

  function takeRow(row: CsvRow, places: Readonly<Record<Column, number>>, sink: TradeSink): void {
    const cells: Partial<Record<Column, string>> = {};
    for (const column of all) {
      const text = cellAt(row, places[column]);
      if (text !== undefined && !empty?.test(text)) cells[column] = text;
    }
    const reason = skip(cells);
    if (reason !== null) {
      if (factsIn) sink.facts(factsIn(row.cells));
      return sink.skip(row.line, reason);
    }
    if (!requireCells(row, cells, sink, filled)) return;
    const complete = cells as Cells<Column, Exclude<Column, Optional | Empty>>;
    const trade = table.trade(complete, (field, message) => sink.problem(row.line, field, message));
    if (trade) sink.trade({ row: row.line, ...trade });
  }

  return {
    source,
    tool,
    headerMayFollow,
    factsIn,
    fit(header) {
      const places = placesIn(header);
      return {
        found: present
          .filter((column) => places[column] >= 0)
          .map((column) => header[places[column]]!.trim()),
        missing: present.filter((column) => places[column] < 0).map(namesOf),
      };
    },
    open(header, sink) {
      const places = placesIn(header);
      if (present.some((column) => places[column] < 0)) return null;
      let hasEnded = false;
      const row = (row: CsvRow) => {
        hasEnded ||= endsAt?.(row.cells) ?? false;
        if (!hasEnded) takeRow(row, places, sink);
        else if (factsIn) sink.facts(factsIn(row.cells));
      };
      return { traits, row };
    },
  };
}

const trimmed = (name: string): string => name.trim();

function withoutExit(cells: Readonly<Record<string, string | undefined>>): string | null {
  if (cells['exitTime'] !== undefined || cells['exitPrice'] !== undefined) return null;
  return openTrade({ result: cells['profit'] });
}
