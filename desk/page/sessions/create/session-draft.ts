import type { AssetFields, FeesFields, SessionFields } from '../../../api/sessions.js';
import { FEEDS } from '../../../../src/shared/market/feeds.js';
import { offsetAt } from '../../../report/dates.js';

/** Fees as typed. */
export interface FeesDraft {
  readonly entryFee: string;
  readonly exitFee: string;
  readonly type: string;
}

/** A market of a new session, as typed. */
export interface AssetDraft {
  readonly symbol: string;
  readonly feed: string;
  readonly timeframe: string;
  readonly calendarCode: string;
  readonly spread: string;
  readonly slippage: string;
  /** Fees of this market; null for the fees of the session. */
  readonly fees: FeesDraft | null;
}

/** A new session, as typed. Times are texts without a time zone, in the time zone of the account. */
export interface SessionDraft {
  readonly name: string;
  readonly initialBalance: string;
  readonly accountCurrency: string;
  readonly accountTimezone: string;
  readonly mode: string;
  readonly strategy: string;
  readonly description: string;
  readonly layoutTemplate: string;
  readonly startedAt: string;
  readonly rangeStart: string;
  readonly rangeEnd: string;
  readonly randomSourceStart: string;
  readonly randomSourceEnd: string;
  readonly randomSeed: string;
  readonly blindMode: boolean;
  readonly smoothCandles: boolean;
  readonly tags: string[];
  readonly study: string;
  /** One line `name = value` for each parameter. */
  readonly parameters: string;
  readonly codeVersion: string;
  readonly sample: string;
  readonly fees: FeesDraft;
  readonly assets: readonly AssetDraft[];
}

export const newAsset = (symbol: string, timeframe: string): AssetDraft => ({
  symbol,
  feed: FEEDS[0],
  timeframe,
  calendarCode: '',
  spread: '0',
  slippage: '0',
  fees: null,
});

export const newDraft = (symbol: string, timeframe: string, timezone: string): SessionDraft => ({
  name: '',
  initialBalance: '10000',
  accountCurrency: 'USDT',
  accountTimezone: timezone,
  mode: 'manual',
  strategy: '',
  description: '',
  layoutTemplate: '',
  startedAt: '',
  rangeStart: '',
  rangeEnd: '',
  randomSourceStart: '',
  randomSourceEnd: '',
  randomSeed: '',
  blindMode: false,
  smoothCandles: false,
  tags: [],
  study: '',
  parameters: '',
  codeVersion: '',
  sample: '',
  fees: { entryFee: '0', exitFee: '0', type: 'percent' },
  assets: [newAsset(symbol, timeframe)],
});

/** Returns the request for a new session. Fields that were left empty are left out, so the service's defaults apply. */
export function fieldsOf(projectId: string, draft: SessionDraft): SessionFields {
  const { accountTimezone: zone } = draft;
  return {
    projectId,
    name: draft.name,
    initialBalance: Number(draft.initialBalance),
    accountCurrency: draft.accountCurrency,
    accountTimezone: zone,
    mode: draft.mode as NonNullable<SessionFields['mode']>,
    strategy: draft.strategy,
    description: draft.description,
    ...(draft.layoutTemplate && { layoutTemplate: draft.layoutTemplate }),
    ...(draft.startedAt && { startedAt: timeOf(draft.startedAt, zone) }),
    ...(draft.rangeStart && { rangeStart: timeOf(draft.rangeStart, zone) }),
    ...(draft.rangeEnd && { rangeEnd: timeOf(draft.rangeEnd, zone) }),
    ...(draft.randomSourceStart && { randomSourceStart: timeOf(draft.randomSourceStart, zone) }),
    ...(draft.randomSourceEnd && { randomSourceEnd: timeOf(draft.randomSourceEnd, zone) }),
    ...(draft.randomSeed && { randomSeed: Number(draft.randomSeed) }),
    blindMode: draft.blindMode,
    smoothCandles: draft.smoothCandles,
    tags: draft.tags,
    ...trialOf(draft),
    feesConfig: feesOf(draft.fees),
    assets: draft.assets.map(assetOf),
  };
}

function trialOf(draft: SessionDraft): Pick<SessionFields, 'trial'> {
  const trial = {
    ...(draft.study.trim() && { study: draft.study }),
    ...(draft.parameters.trim() && { parameters: parametersIn(draft.parameters) }),
    ...(draft.codeVersion.trim() && { codeVersion: draft.codeVersion }),
    ...(draft.sample && { sample: draft.sample as 'in' | 'out' }),
  };
  return Object.keys(trial).length > 0 ? { trial } : {};
}

/**
 * Returns the parameters from lines such as `fast = 10`. A number, `true` or `false` becomes a value of that type; any
 * other value is a text.
 */
export function parametersIn(text: string): Record<string, number | string | boolean> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.split('=');
      return [name.trim(), parameterIn(rest.join('=').trim())];
    }),
  );
}

function parameterIn(text: string): number | string | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const value = Number(text);
  return text !== '' && Number.isFinite(value) ? value : text;
}

const feesOf = ({ entryFee, exitFee, type }: FeesDraft): FeesFields => ({
  entryFee: Number(entryFee),
  exitFee: Number(exitFee),
  type,
});

const assetOf = ({ calendarCode, spread, slippage, fees, ...asset }: AssetDraft): AssetFields => ({
  ...asset,
  ...(calendarCode && { calendarCode }),
  executionCostConfig: {
    spread: Number(spread),
    slippage: Number(slippage),
    ...(fees && { fees: feesOf(fees) }),
  },
});

/**
 * Returns the time of a text such as 2024-03-31T08:00 in a time zone. A local time that a clock change skips is moved
 * one hour later.
 */
export function timeOf(text: string, timeZone: string): number {
  const local = Date.parse(`${text}Z`);
  const guess = local - offsetAt(local, timeZone);
  return local - offsetAt(guess, timeZone);
}
