import { newId } from '../common/ids.js';
import { FieldProblem, validationProblem } from '../common/problem.js';
import { Project } from '../projects/project.entity.js';
import type { FeesConfig } from '../trades/derived-figures.js';
import { Asset, CONTRACT_KIND_OF_FEED } from './asset.entity.js';
import { AssetInput, CreateSessionDto, FeesConfigInput } from './create-session.dto.js';
import { Session } from './session.entity.js';

const NO_FEES: FeesConfig = { entryFee: 0, exitFee: 0, type: 'percent' };

/** The session that an input asks for, with every default filled in. `randomSeed` is what is used when none is given. */
export function newSession(
  input: CreateSessionDto,
  project: Project,
  now: number,
  randomSeed: number,
): Session {
  return {
    workspaceId: project.workspaceId,
    id: newId(),
    projectId: project.id,
    name: input.name,
    mode: input.mode ?? 'manual',
    status: 'active',
    source: input.source ?? 'web',
    initialBalance: input.initialBalance,
    accountCurrency: input.accountCurrency ?? 'USD',
    strategy: input.strategy ?? '',
    description: input.description ?? '',
    layoutTemplate: input.layoutTemplate ?? '1',
    feesConfig: feesOf(input.feesConfig) ?? NO_FEES,
    rangeStart: input.rangeStart ?? null,
    rangeEnd: input.rangeEnd ?? null,
    randomSourceStart: input.randomSourceStart ?? null,
    randomSourceEnd: input.randomSourceEnd ?? null,
    randomSeed: input.randomSeed ?? randomSeed,
    blindMode: input.blindMode ?? false,
    smoothCandles: input.smoothCandles ?? false,
    accountTimezone: input.accountTimezone ?? 'UTC',
    startedAt: input.startedAt ?? now,
    endedAt: null,
    createdAt: now,
    updatedAt: now,
    revision: 0,
  };
}

/** The session's assets in the order given. */
export function newAssets(inputs: readonly AssetInput[], session: Session, projectSymbol: string): Asset[] {
  return inputs.map((input, position) => newAsset(input, position, session, projectSymbol));
}

function newAsset(input: AssetInput, position: number, session: Session, projectSymbol: string): Asset {
  const feed = input.feed ?? 'venue-spot';
  const costs = input.executionCostConfig;
  return {
    workspaceId: session.workspaceId,
    sessionId: session.id,
    position,
    id: newId(),
    symbol: input.symbol ?? projectSymbol,
    feed,
    timeframe: input.timeframe ?? '1m',
    calendarCode: input.calendarCode ?? '24/7',
    executionCostConfig: {
      spread: costs?.spread ?? 0,
      slippage: costs?.slippage ?? 0,
      fees: feesOf(costs?.fees) ?? session.feesConfig,
    },
    contractPolicy: { kind: CONTRACT_KIND_OF_FEED[feed] },
    createdAt: session.createdAt,
  };
}

const feesOf = (input: FeesConfigInput | undefined): FeesConfig | undefined =>
  input && {
    entryFee: input.entryFee ?? NO_FEES.entryFee,
    exitFee: input.exitFee ?? NO_FEES.exitFee,
    type: input.type ?? NO_FEES.type,
  };

/**
 * Checks what only the assets together, or with their defaults, can show.
 * @param projectSymbol null as long as the project is not known: what does not depend on it is checked
 * @throws Problem VALIDATION_FAILED
 */
export function checkAssets(inputs: readonly AssetInput[], projectSymbol: string | null): void {
  const problems: FieldProblem[] = [];
  const places = new Map<string, number>();
  for (const [index, { symbol = projectSymbol, feed = 'venue-spot', contractPolicy }] of inputs.entries()) {
    const kind = CONTRACT_KIND_OF_FEED[feed];
    if (contractPolicy?.kind !== undefined && contractPolicy.kind !== kind) {
      problems.push({
        field: `assets[${index}].contractPolicy.kind`,
        message: `must be ${kind} on the feed ${feed}`,
      });
    }
    const market = `${symbol ?? 'the symbol of the project'} on ${feed}`;
    const earlier = places.get(market);
    if (earlier !== undefined) {
      problems.push({ field: `assets[${index}]`, message: `repeats assets[${earlier}]: ${market}` });
    }
    places.set(market, earlier ?? index);
  }
  if (problems.length > 0) throw validationProblem(problems);
}
