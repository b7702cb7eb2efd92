import { validateSync } from 'class-validator';
import { LAST_INSTANT } from '../../../shared/fields/value-rules.js';
import { tagsIn } from '../../../shared/fields/tags.js';
import { decimalOf, rounded, times } from '../../../shared/decimal/exact-decimal.js';
import { fieldProblems } from '../../../platform/http/request.pipe.js';
import type { SessionOrigin } from '../../../sessions/planned-session.js';
import type { Project } from '../../../projects/project.entity.js';
import { ALWAYS_OPEN } from '../../../shared/market/calendars.js';
import type { FieldProblem } from '../../../shared/problems/problem.js';
import { type AssetInput, ExecutionCostInput, FeesConfigInput } from '../../../sessions/create-asset.dto.js';
import { CreateSessionDto } from '../../../sessions/create-session.dto.js';
import { TEXTS } from '../../../sessions/session-fields.js';
import { TrialInput } from '../../../sessions/trial.dto.js';
import { jsonIn, parametersProblem } from '../../../sessions/trial-fields.js';
import { NO_TRIAL, type Trial, withTrial } from '../../../sessions/trial.js';
import type { ReadFacts } from '../formats/run-facts.js';
import type { FileRun } from '../read-run-file.js';
import { cleanText } from './clean-text.js';
import type { RunParameters } from './run-import.dto.js';
import { runMarkets } from './run-markets.js';
import { runName } from './run-name.js';
import { timeframeOf } from './timeframe-of.js';

const MAX_CURRENCY_LENGTH = 32;
const MAX_FILE_NAME_LENGTH = 255;
const MIN_BALANCE = 1;

/** A field of a market that a project gives to sessions. */
export type FieldOfProject = 'symbol' | 'timeframe';

/** The input that creates the session of a run, its origin, and the problems and notices of parameters or file. */
export interface RunInput {
  readonly input: CreateSessionDto;
  readonly origin: SessionOrigin;
  /** Names of the fields that neither the parameters nor the file contain, so that a project gives them. */
  readonly ofProject: readonly FieldOfProject[];
  readonly problems: readonly FieldProblem[];
  readonly notices: readonly string[];
}

/**
 * Returns the input that creates the session of a run. Parameters have priority over the file.
 * @param fileName name of the file, if the request contains it
 */
export function runInput(
  { facts, lacksSymbol, trades }: FileRun,
  parameters: RunParameters,
  project: Project,
  fileName: string | undefined,
): RunInput {
  const { markets, problems, notices } = runMarkets(trades.markets, parameters, project.symbol);
  const ownTimeframe = parameters.timeframe ?? timeframeOf(facts.timeframe ?? '');
  const timeframe = ownTimeframe ?? project.timeframe;
  const hasSymbol = parameters.symbol !== undefined || (trades.markets.length > 0 && !lacksSymbol);
  const ofProject = [
    ...(hasSymbol ? [] : ['symbol' as const]),
    ...(ownTimeframe === undefined ? ['timeframe' as const] : []),
  ];
  const strategy = parameters.strategy ?? cleanText(facts.strategy ?? '', TEXTS.strategy.max);
  const range = rangeOf(facts);
  const names = { name: parameters.name, strategy, ...range, fileName, source: trades.source };
  const currency = cleanText(facts.accountCurrency ?? '', MAX_CURRENCY_LENGTH);
  const input = Object.assign(new CreateSessionDto(), {
    projectId: project.id,
    name: runName(names, Date.now()),
    mode: 'automated',
    source: 'import',
    initialBalance: parameters.initialBalance ?? facts.initialBalance,
    strategy,
    ...range,
    ...((parameters.accountCurrency ?? currency) && {
      accountCurrency: parameters.accountCurrency ?? currency,
    }),
    ...(parameters.accountTimezone !== undefined && { accountTimezone: parameters.accountTimezone }),
    ...(parameters.tags !== undefined && { tags: tagsIn(parameters.tags) }),
    trial: trialOf(facts, parameters),
    ...feesOf(facts),
  } as const);
  const assets = markets.map(({ symbol, feed }): AssetInput => ({
    symbol,
    feed,
    timeframe,
    calendarCode: parameters.calendarCode ?? ALWAYS_OPEN,
    executionCostConfig: new ExecutionCostInput(),
  }));
  const ofInput = fieldProblems(validateSync(input)).map((problem) =>
    withHint(problem, input.initialBalance),
  );
  const origin = {
    sourceFile: cleanText(fileName ?? '', MAX_FILE_NAME_LENGTH) || null,
    runAt: instantOf(facts.runAt),
  };
  return {
    input: Object.assign(input, { assets }),
    origin,
    ofProject,
    problems: [...ofInput, ...problems],
    notices,
  };
}

/** Returns the range in the file. Leaves out bounds that are not valid for a session. */
function rangeOf({ rangeStart, rangeEnd }: ReadFacts): {
  rangeStart: number | null;
  rangeEnd: number | null;
} {
  const [start, end] = [instantOf(rangeStart), instantOf(rangeEnd)];
  const isRange = start === null || end === null || start < end;
  return isRange ? { rangeStart: start, rangeEnd: end } : { rangeStart: null, rangeEnd: null };
}

/** Returns a time in the file; null if it is not valid. */
const instantOf = (time = NaN): number | null =>
  Number.isInteger(time) && time >= 1 && time <= LAST_INSTANT ? time : null;

/** Returns the labels of the try. Parameters of the file that no session can have are left out. */
function trialOf(
  { parameters: ofFile }: ReadFacts,
  { study, codeVersion, sample, parameters }: RunParameters,
): TrialInput {
  const sent = parameters === undefined ? undefined : (jsonIn(parameters) as Trial['parameters']);
  const own = ofFile && parametersProblem(ofFile) === undefined ? (ofFile as Trial['parameters']) : {};
  return Object.assign(
    new TrialInput(),
    withTrial(NO_TRIAL, { study, codeVersion, sample, parameters: sent ?? own }),
  );
}

/** Returns the fees in the file as percentages. The file contains shares. */
function feesOf({ fees }: ReadFacts): Pick<CreateSessionDto, 'feesConfig'> | null {
  if (!fees || fees.entry < 0 || fees.exit < 0) return null;
  // The validation of the session refuses a fee that is too large for a double.
  const percent = (share: number) =>
    Number.isFinite(share) ? rounded(times(decimalOf(share), decimalOf(100))) : share;
  const config = { entryFee: percent(fees.entry), exitFee: percent(fees.exit) };
  return { feesConfig: Object.assign(new FeesConfigInput(), config) };
}

/** Adds a hint if the balance in the file is below the minimum, such as 0.5 BTC: the session can use a smaller unit. */
function withHint(problem: FieldProblem, balance: number | undefined): FieldProblem {
  if (problem.field !== 'initialBalance' || !(typeof balance === 'number' && balance < MIN_BALANCE))
    return problem;
  const hint = 'send initialBalance and accountCurrency in the smaller unit';
  return { field: problem.field, message: `${problem.message}, and the file says ${balance}: ${hint}` };
}
