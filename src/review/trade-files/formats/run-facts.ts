/**
 * Facts about a run that a file contains in addition to its trades. A fact that the file does not contain is absent.
 */
export interface RunFacts {
  readonly strategy?: string;
  /** The label of a bar length as the tool writes it, such as `5m`, `H1` or `60`. */
  readonly timeframe?: string;
  /** Starting balance. A text is in the number format of the profits. */
  readonly initialBalance?: number | string;
  readonly accountCurrency?: string;
  /** Start of the run, epoch ms. */
  readonly rangeStart?: number;
  readonly rangeEnd?: number;
  /** When the run was made, epoch ms. */
  readonly runAt?: number;
  /** Parameters of the strategy by name. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Fees as shares of the notional, if all trades have the same fees. */
  readonly fees?: { readonly entry: number; readonly exit: number };
}

/** Facts with parsed numbers. */
export type ReadFacts = Omit<RunFacts, 'initialBalance'> & { readonly initialBalance?: number };
