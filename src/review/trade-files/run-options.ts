import type { ImportOptions } from './formats/import-options.js';

export interface RunOptions extends ImportOptions {
  /** Balance at the start of the run, if the request contains it. */
  readonly initialBalance?: number | undefined;
}
