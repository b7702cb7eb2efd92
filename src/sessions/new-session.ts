import { newId } from '../shared/fields/ids.js';
import { FieldProblem, validationProblem } from '../shared/problems/problem.js';
import { trimmedTags } from '../shared/fields/tags.js';
import { CONTRACT_KIND_OF_FEED } from '../shared/market/feeds.js';
import { Project } from '../projects/project.entity.js';
import { Asset } from './asset.entity.js';
import { AssetInput } from './create-asset.dto.js';
import { CreateSessionDto } from './create-session.dto.js';
import { Session } from './session.entity.js';
import { NO_ANSWERS } from './answer-counts.js';
import { EMPTY_SUMMARY } from './summary.js';
import { NO_TRIAL, withTrial } from './trial.js';

/** @param drawnSeed the random seed if the input has none */
export function newSession(
  input: Omit<CreateSessionDto, 'assets'>,
  { workspaceId, id: projectId }: Project,
  now: number,
  drawnSeed: number,
): Session {
  return {
    ...input,
    ...EMPTY_SUMMARY,
    workspaceId,
    id: newId(),
    projectId,
    tags: trimmedTags(input.tags),
    trial: withTrial(NO_TRIAL, input.trial),
    status: 'active',
    randomSeed: input.randomSeed ?? drawnSeed,
    startedAt: input.startedAt ?? now,
    endedAt: null,
    createdAt: now,
    updatedAt: now,
    revision: 0,
    labelRevision: 0,
    sourceFile: null,
    runAt: null,
    draws: 0,
    earlierRuns: 0,
    ...NO_ANSWERS,
    summaryRevision: 0,
    tradesChangedAt: null,
    run: null,
  };
}

export function newAsset(input: AssetInput, position: number, session: Session, project: Project): Asset {
  const { executionCostConfig: costs, feed, symbol, timeframe } = input;
  const { multiplier } = input.contractPolicy ?? {};
  return {
    ...input,
    workspaceId: session.workspaceId,
    sessionId: session.id,
    position,
    id: newId(),
    symbol: symbol ?? project.symbol,
    timeframe: timeframe ?? project.timeframe,
    executionCostConfig: { ...costs, fees: costs.fees ?? session.feesConfig },
    contractPolicy: { kind: CONTRACT_KIND_OF_FEED[feed], ...(multiplier !== undefined && { multiplier }) },
    createdAt: session.createdAt,
  };
}

/**
 * Checks the rules that concern several fields of the assets.
 * @param projectSymbol null before the project is read; then rules that need the symbol are not checked
 * @throws Problem VALIDATION_FAILED
 */
export function checkAssets(inputs: readonly AssetInput[], projectSymbol: string | null): void {
  const problems: FieldProblem[] = [];
  const firstIndex = new Map<string, number>();
  for (const [index, { symbol = projectSymbol, feed, contractPolicy }] of inputs.entries()) {
    const kind = CONTRACT_KIND_OF_FEED[feed];
    if (contractPolicy?.kind !== undefined && contractPolicy.kind !== kind) {
      problems.push({
        field: `assets[${index}].contractPolicy.kind`,
        message: `must be ${kind} on the feed ${feed}`,
      });
    }
    const market = `${symbol ?? 'the symbol of the project'} on ${feed}`;
    const first = firstIndex.get(market);
    if (first === undefined) firstIndex.set(market, index);
    else problems.push({ field: `assets[${index}]`, message: `repeats assets[${first}]: ${market}` });
  }
  if (problems.length > 0) throw validationProblem(problems);
}
