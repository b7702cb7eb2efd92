/** What a file says about its run besides the trades. A fact that the file does not contain is absent. */
export interface RunFacts {
  readonly strategy?: string;
  /** The label of a bar length as the tool writes it, such as `5m`, `H1` or `60`. */
  readonly timeframe?: string;
  /** A text has the number format of the profits. */
  readonly initialBalance?: number | string;
  readonly accountCurrency?: string;
  /** Epoch ms. */
  readonly rangeStart?: number;
  readonly rangeEnd?: number;
  /** Shares of the notional, if every trade has the same two. */
  readonly fees?: { readonly entry: number; readonly exit: number };
}

/** Facts whose numbers are read. */
export type ReadFacts = Omit<RunFacts, 'initialBalance'> & { readonly initialBalance?: number };
