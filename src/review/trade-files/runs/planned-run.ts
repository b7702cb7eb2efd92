import type { TimestampCheckDto } from '../../analysis/timestamps/timestamps.dto.js';
import { validationProblem } from '../../../shared/problems/problem.js';
import type { Project } from '../../../projects/project.entity.js';
import type { Asset } from '../../../sessions/asset.entity.js';
import { plannedSession } from '../../../sessions/planned-session.js';
import type { SessionAndAssets } from '../../../sessions/sessions.service.js';
import type { TradesPart } from '../../../trades/trades-part.js';
import type { RunFile } from '../read-run-file.js';
import type { TradeFile } from '../trade-file.js';
import { MoneySums, moneyOf } from '../routes/money-answers.js';
import type { MoneyProofDto } from '../routes/money.dto.js';
import { TradeStamps } from '../routes/trade-stamps.js';
import { partsOf } from '../routes/trades-of-file.js';
import { type SentParameters, runDigest } from './file-digest.js';
import type { RunParameters } from './run-import.dto.js';
import type { SuggestedParametersDto } from './suggested-parameters.dto.js';
import { marketKey, marketOf } from './run-markets.js';
import { type FieldOfProject, runInput } from './run-input.js';
import { suggestedCalendar } from './suggested-calendar.js';

/** The part of a request that concerns the sessions of a file. */
export interface RunRequest {
  readonly parameters: RunParameters;
  readonly sent: SentParameters;
  /** Name of the file, if the request contains it. */
  readonly fileName: string | undefined;
}

/** A run of a file, with the session that it becomes. The session may already be stored. */
export class PlannedRun {
  /** The times and prices of the trades, for the check against candles. Complete after all parts have been read. */
  stamps = new TradeStamps(0);
  /** Result of the check against candles; null until the check has run. */
  check: TimestampCheckDto | null = null;
  /** The money of the trades. Complete after all parts have been read. */
  sums = new MoneySums();
  private readonly assets: ReadonlyMap<string, Asset>;

  /**
   * @param digest identifies the run, so that the run is recognised if it is sent again
   * @param notices what the user should know about the run
   * @param ofProject the fields of the markets that only the project gives
   */
  constructor(
    readonly file: TradeFile,
    readonly planned: SessionAndAssets,
    readonly digest: Buffer,
    readonly notices: readonly string[],
    readonly ofProject: readonly FieldOfProject[],
    private readonly parameters: RunParameters,
  ) {
    this.assets = new Map(planned.assets.map((asset) => [marketKey(asset), asset]));
  }

  /** Yields the trades of the run. May be called again. */
  parts(): AsyncIterable<TradesPart> {
    this.stamps = new TradeStamps(this.file.tradeCount);
    this.sums = new MoneySums();
    return partsOf(
      this.file,
      (trade) => this.assets.get(marketKey(marketOf(trade, this.parameters)))!,
      this.stamps,
      this.sums,
    );
  }

  /** Parameters that the markets suggest; null if there are none. Only for a session that is new. */
  get suggested(): SuggestedParametersDto | null {
    if (this.parameters.calendarCode !== undefined) return null;
    const calendarCode = suggestedCalendar(this.planned.assets.map(({ symbol }) => symbol));
    return calendarCode === null ? null : { calendarCode };
  }

  /** Returns the proof of the money. Reads the trades if they have not been read yet. */
  async getMoney(): Promise<MoneyProofDto[]> {
    if (this.file.proofs.length === 0 && this.sums.count < this.file.tradeCount)
      for await (const _ of this.parts());
    const { symbol } = this.parameters;
    return moneyOf(this.file, this.sums).map((proof) =>
      symbol === undefined ? proof : { ...proof, symbol: marketOf(proof, { symbol }).symbol },
    );
  }
}

/**
 * Returns the runs of a file with their sessions.
 * @throws Problem VALIDATION_FAILED
 */
export function plannedRuns(file: RunFile, project: Project, request: RunRequest): PlannedRun[] {
  const { parameters, sent, fileName } = request;
  const all = file.runs.map((run) => ({ run, ...runInput(run, parameters, project, fileName) }));
  // Several runs of a file may have the same problem.
  const problems = new Map(
    all.flatMap((one) => one.problems).map((problem) => [`${problem.field} ${problem.message}`, problem]),
  );
  if (problems.size > 0) throw validationProblem([...problems.values()]);
  const isOnly = file.runs.length === 1;
  return all.map(({ run, input, origin, notices, ofProject }) => {
    const digest = runDigest(file.digest, sent, isOnly ? undefined : run.strategyName);
    return new PlannedRun(
      run.trades,
      plannedSession(input, project, origin),
      digest,
      notices,
      ofProject,
      parameters,
    );
  });
}
