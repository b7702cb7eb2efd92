import { type TradeFigures, figuresOf } from '../../../trades/trade-figures.js';
import type { DryRunTrade } from '../../../trades/trades.service.js';
import { noCounts, toVerdict } from './preview-answer.js';
import type { VerdictDto } from './preview.dto.js';

const MAX_VERDICTS = 100;

/** Collects the results of a dry-run import, part by part. Only trades that the response needs are kept. */
export class DryRunFile {
  readonly counts = noCounts();
  /** Verdicts of the first trades that are not new. */
  readonly verdicts: VerdictDto[] = [];
  /** The figures of the new trades of each part. */
  readonly added: TradeFigures[] = [];
  private count = 0;

  add(part: readonly DryRunTrade[]): void {
    for (const { clientId, rowOutcome } of part) {
      this.counts[rowOutcome.verdict] += 1;
      if (rowOutcome.verdict !== 'new' && this.verdicts.length < MAX_VERDICTS)
        this.verdicts.push(toVerdict(this.count, clientId, rowOutcome));
      this.count += 1;
    }
    const added = part.flatMap(({ rowOutcome: { verdict, trade } }) =>
      verdict === 'new' && trade ? [trade] : [],
    );
    if (added.length > 0) this.added.push(figuresOf(added));
  }
}
