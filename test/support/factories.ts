import { randomBytes } from 'node:crypto';
import type { ProjectDto } from '../../src/projects/project.dto.js';
import type { CreateSessionDto } from '../../src/sessions/create-session.dto.js';
import type { SessionDto } from '../../src/sessions/session.dto.js';
import type { Statistics } from '../../src/stats/document/statistics.dto.js';
import type { FinishAnswer } from '../../src/stats/stats.dto.js';
import type { TradeInput } from '../../src/trades/ingest-trades.dto.js';
import type { IngestAnswer } from '../../src/trades/trade.dto.js';
import type { Caller } from './app.js';

/** Any fields of a request, whether or not they are valid. */
export type Fields = Readonly<Record<string, unknown>>;

/** A DTO received as JSON: its fields, without its class. */
export type Answered<Dto> = { readonly [Field in keyof Dto]: Dto[Field] };

/** The time around which the trades of tests take place. It is the start of a day in UTC. */
export const T = Date.UTC(2024, 0, 10);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns a symbol that no other test uses. */
export const aSymbol = (): string => `T${randomBytes(6).toString('hex').toUpperCase()}`;

/** Returns the default fields of a request for a project. */
export const projectInput = (fields: Fields = {}) => ({
  name: 'Breakout',
  symbol: 'BTCUSDT',
  timeframe: '15m',
  ...fields,
});

export async function aProject(call: Caller, fields: Fields = {}): Promise<Answered<ProjectDto>> {
  const { body } = await call.post('/projects', projectInput(fields)).expect(201);
  return body.project;
}

/** Creates an active session, in a new project unless `projectId` is given. */
export async function aSession(call: Caller, fields: Fields = {}): Promise<Answered<SessionDto>> {
  const projectId = fields['projectId'] ?? (await aProject(call)).id;
  const input = { name: 'Run', initialBalance: 10_000, ...fields, projectId };
  const { body } = await call.post('/sessions', input).expect(201);
  return body.session;
}

/** Returns every field of a request for a session. */
export const everySessionField = (projectId: string) =>
  ({
    projectId,
    name: 'Run',
    initialBalance: 10_000,
    mode: 'automated',
    source: 'api',
    accountCurrency: 'USDT',
    strategy: 'Breakout of the first hour',
    description: 'Second run',
    layoutTemplate: '2',
    assets: [
      {
        symbol: 'ETHUSDT',
        feed: 'venue-usdm-current-quarter',
        timeframe: '5m',
        calendarCode: '24/7',
        executionCostConfig: {
          spread: 0.5,
          slippage: 0.1,
          fees: { entryFee: 1, exitFee: 2, type: 'fixed' },
        },
        contractPolicy: { kind: 'current-quarter', multiplier: 5 },
      },
    ],
    feesConfig: { entryFee: 0.1, exitFee: 0.2, type: 'percent' },
    rangeStart: T,
    rangeEnd: T + DAY,
    randomSourceStart: T - DAY,
    randomSourceEnd: T + DAY,
    randomSeed: 42,
    blindMode: true,
    smoothCandles: true,
    accountTimezone: 'Europe/Berlin',
    startedAt: T,
    tags: ['breakout', '2024'],
    trial: { study: 'Averages', parameters: {}, codeVersion: '3f2a91c', sample: 'in' },
  }) satisfies Record<keyof CreateSessionDto, unknown>;

/** The fields of a trade, and two shorthands that set several fields. */
interface TradeFields extends Partial<Record<keyof TradeInput, unknown>> {
  /**
   * Net result of the trade. Without costs, its price moves by this amount from an entry at 1000, and its quantity is
   * 1.
   */
  readonly plNet?: number;
  /** Hour, counted from T, in which the trade starts. The trade lasts a minute. */
  readonly hour?: number;
}

let made = 0;

/** Returns a closed trade as a client sends it, with a unique `clientId`. */
export function aTrade({ plNet = 10, hour = 0, ...fields }: TradeFields = {}) {
  made += 1;
  return {
    clientId: `trade-${made}`,
    side: 'long',
    qty: 1,
    entryPrice: 1000,
    entryTime: T + hour * HOUR,
    exitPrice: 1000 + plNet,
    exitTime: T + hour * HOUR + MINUTE,
    ...fields,
  };
}

/** Names of the fields of a DTO that may be left out. */
type OptionalOf<Dto> = { [Field in keyof Dto]-?: undefined extends Dto[Field] ? Field : never }[keyof Dto];

/** Returns a trade with every field, for a session made with `everySessionField`. */
export const everyTradeField = () =>
  aTrade({
    symbol: 'ETHUSDT',
    feed: 'venue-usdm-current-quarter',
    stopLoss: 990,
    takeProfit: 1100,
    pointValue: 2,
    positionId: 'p',
    note: 'n',
    feesPaid: 1,
    spreadPaid: 0.5,
    slippagePaid: -0.1,
    tags: ['news', 'late entry'],
  } satisfies Record<OptionalOf<TradeInput>, unknown>);

/** Returns one trade per hour, with these net results. */
export const tradesWith = (...plNets: readonly number[]) =>
  plNets.map((plNet, hour) => aTrade({ plNet, hour }));

export async function ingest(
  call: Caller,
  { id }: Pick<SessionDto, 'id'>,
  trades: readonly object[],
): Promise<Answered<IngestAnswer>> {
  const { body } = await call.post(`/sessions/${id}/trades`, { trades }).expect(201);
  return body;
}

/** Creates a session with these trades. */
export async function aSessionWith(
  call: Caller,
  trades: readonly object[],
  fields: Fields = {},
): Promise<Answered<SessionDto>> {
  const session = await aSession(call, fields);
  if (trades.length > 0) await ingest(call, session, trades);
  return session;
}

export async function statsOf(
  call: Caller,
  { id }: Pick<SessionDto, 'id'>,
  breakEvenThreshold?: number,
): Promise<Answered<Statistics>> {
  const query = breakEvenThreshold === undefined ? '' : `?breakEvenThreshold=${breakEvenThreshold}`;
  const { body } = await call.get(`/sessions/${id}/stats${query}`).expect(200);
  return body.stats;
}

export async function finish(call: Caller, { id }: Pick<SessionDto, 'id'>): Promise<Answered<FinishAnswer>> {
  const { body } = await call.post(`/sessions/${id}/finish`).expect(200);
  return body;
}
