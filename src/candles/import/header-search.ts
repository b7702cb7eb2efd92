import { excerpt } from '../../shared/text/excerpt.js';
import { acceptedNames, comparedColumn, missingColumns } from './candle-columns.js';
import { type CandleLayout, type LayoutOptions, headerLayout, plainLayout } from './candle-layout.js';
import { isTime } from './parse-time.js';

/** Maximum number of rows before the header, such as a comment or the address of the source. */
const MAX_ROWS_BEFORE = 10;

/** Maximum number of columns of a header in a message. */
const MAX_COLUMNS = 20;

/** The layout of a csv. */
interface FoundLayout {
  readonly layout: CandleLayout;
  /** Whether the row is the header. */
  readonly isHeader: boolean;
}

/** Why the rows are no candles. */
export interface HeaderRefusal {
  readonly line: number | undefined;
  readonly problem: string;
}

interface Candidate {
  readonly line: number | undefined;
  readonly cells: readonly string[];
  readonly missing: ReturnType<typeof missingColumns>;
}

/** Finds the header in the first rows of a csv. Rows without a header are recognised by their number of fields. */
export class CandleHeaderSearch {
  #best: Candidate | undefined;
  #count = 0;

  constructor(private readonly options: LayoutOptions) {}

  /** True if any row was searched. */
  get hasRows(): boolean {
    return this.#count > 0;
  }

  /** Returns the layout if this row shows it; null if the next row may; otherwise the refusal. */
  open(cells: readonly string[], line: number | undefined): FoundLayout | HeaderRefusal | null {
    const isFirst = this.#count === 0;
    this.#count += 1;
    if (isTime(cells[0]!)) {
      const layout = isFirst ? plainLayout(cells.length) : undefined;
      if (layout) return { layout, isHeader: false };
      const problem = `is not a row of candles: 6 or 12 fields expected, ${cells.length} found`;
      return isFirst ? { line, problem } : this.refusal();
    }
    const layout = headerLayout(cells, this.options);
    if (layout) return { layout, isHeader: true };
    const missing = missingColumns(cells.map(comparedColumn));
    if (!this.#best || missing.length < this.#best.missing.length) this.#best = { cells, line, missing };
    return this.#count > MAX_ROWS_BEFORE ? this.refusal() : null;
  }

  /** Returns why no row so far is a header. */
  refusal(): HeaderRefusal {
    const { cells = [], line, missing = [] } = this.#best ?? {};
    const more = cells.length > MAX_COLUMNS ? ', …' : '';
    const found = `${cells.slice(0, MAX_COLUMNS).map(excerpt).join(', ')}${more}`;
    const names = missing.map(acceptedNames).join('; ');
    return {
      line,
      problem: `is neither a row nor a header of candles. Columns found: ${found}; missing: ${names}`,
    };
  }
}
