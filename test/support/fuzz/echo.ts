import { isDeepStrictEqual } from 'node:util';
import type { ProjectDto } from '../../../src/projects/project.dto.js';
import type { AssetDto } from '../../../src/sessions/asset.dto.js';
import type { SessionDto } from '../../../src/sessions/session.dto.js';
import type { TradeDto } from '../../../src/trades/trade.dto.js';
import { textIn } from './json.js';
import { assetOf } from './verdict.js';
import type { KnownSession, World } from './world.js';

type Row = Readonly<Record<string, unknown>>;

/** Returns the fields of a response whose values are neither the sent values nor the defaults. */
export function projectEchoFlaws(sent: Row, answered: ProjectDto): string[] {
  const { name, symbol, timeframe } = sent as Record<string, string>;
  return differences(answered, {
    name: name?.trim(),
    symbol: symbol?.toUpperCase(),
    timeframe,
    updatedAt: answered.createdAt,
  });
}

const NO_FEES = { entryFee: 0, exitFee: 0, type: 'percent' };

export function sessionEchoFlaws(sent: Row, answered: SessionDto, { projects }: World): string[] {
  const { assets: _, tags: __, trial: ___, feesConfig, projectId, name, ...given } = withoutNulls(sent);
  const project = projects.find(({ id }) => id === textIn(projectId).toLowerCase());
  const fees = { ...NO_FEES, ...(feesConfig as Row | undefined) };
  const expected = {
    mode: 'manual',
    source: 'web',
    accountCurrency: 'USD',
    strategy: '',
    description: '',
    layoutTemplate: '1',
    rangeStart: null,
    rangeEnd: null,
    randomSourceStart: null,
    randomSourceEnd: null,
    randomSeed: answered.randomSeed,
    blindMode: false,
    smoothCandles: false,
    accountTimezone: 'UTC',
    startedAt: answered.createdAt,
    ...given,
    name: textIn(name).trim(),
    projectId: project?.id,
    feesConfig: fees,
    status: 'active',
    endedAt: null,
    updatedAt: answered.createdAt,
  };
  const inputs = (sent['assets'] ?? [{ timeframe: '1m' }]) as Row[];
  const defaults = { symbol: project?.symbol ?? '', timeframe: project?.timeframe ?? '' };
  return [
    ...differences(answered, expected),
    ...(answered.assets.length === inputs.length ? [] : ['another number of assets']),
    ...inputs.flatMap((input, i) => assetEchoFlaws(input, i, answered, fees, defaults)),
  ];
}

function assetEchoFlaws(
  input: Row,
  position: number,
  session: SessionDto,
  fees: object,
  defaults: { readonly symbol: string; readonly timeframe: string },
): string[] {
  const asset = session.assets[position] as AssetDto;
  const { feed = 'venue-spot', calendarCode = '24/7' } = input;
  const { symbol, timeframe } = { ...defaults, ...input };
  const costs = (input['executionCostConfig'] ?? {}) as Row;
  return differences(asset, {
    sessionId: session.id,
    symbol: textIn(symbol).toUpperCase(),
    feed,
    timeframe,
    calendarCode,
    executionCostConfig: {
      spread: costs['spread'] ?? 0,
      slippage: costs['slippage'] ?? 0,
      fees: costs['fees'] ? { ...NO_FEES, ...costs['fees'] } : fees,
    },
    contractPolicy: { kind: feed === 'venue-spot' ? 'spot' : 'current-quarter', ...multiplierIn(input) },
    position,
    createdAt: session.createdAt,
  });
}

/** Returns the multiplier of an asset, which responses contain only if it was sent. */
function multiplierIn(asset: Row): Row {
  const { multiplier } = (asset['contractPolicy'] ?? {}) as Row;
  return multiplier === undefined ? {} : { multiplier };
}

/** Fields that a trade does not contain, or not as they were sent. */
const NOT_ECHOED: ReadonlySet<string> = new Set([
  'clientId',
  'symbol',
  'feed',
  'tags',
  'pointValue',
  'positionId',
]);

export function tradeEchoFlaws(sent: Row, answered: TradeDto, session: KnownSession): string[] {
  const given = Object.fromEntries(
    Object.entries(withoutNulls(sent)).filter(([field]) => !NOT_ECHOED.has(field)),
  );
  const asset = assetOf(sent, session);
  return differences(answered, {
    stopLoss: null,
    takeProfit: null,
    note: '',
    ...given,
    sessionId: session.answered.id,
    symbol: asset?.symbol,
    feed: asset?.feed,
  });
}

const withoutNulls = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

function differences(answered: object, expected: Row): string[] {
  return Object.entries(expected)
    .filter(([field, value]) => !isDeepStrictEqual((answered as Row)[field], withoutMinusZero(value)))
    .map(([field, value]) => `${field} is ${shown((answered as Row)[field])}, sent was ${shown(value)}`);
}

/** Replaces −0 by 0, because a request can contain −0, but JSON.stringify writes 0. */
function withoutMinusZero(value: unknown): unknown {
  if (typeof value === 'number') return value + 0;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutMinusZero(inner)]));
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'absent').slice(0, 200);
