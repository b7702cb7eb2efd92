import type { Feed } from './candle.js';
import type { DoubleState } from './double-state.js';
import { exchangeInfo } from './exchange-info.js';
import type { Interval } from './intervals.js';
import { klinePage } from './kline-page.js';
import {
  CONTINUOUS_KLINES,
  continuousQuery,
  continuousWeight,
  SPOT_KLINES,
  spotQuery,
} from './kline-query.js';
import type { KlineRow } from './kline-rows.js';
import { type ParameterRules, parseParameters } from './parameters.js';

/** Rows of candles, which faults can change, or any other body. */
export type Answer = { readonly rows: KlineRow[]; readonly interval: Interval } | { readonly body: object };

export interface Endpoint {
  readonly path: string;
  weight(query: URLSearchParams): number;
  /** Returns the response. Throws the venue's error for a request that breaks a rule. */
  answer(query: URLSearchParams, state: DoubleState): Answer;
}

const klines: Endpoint = {
  path: '/api/v3/klines',
  weight: () => 2,
  answer(query, state) {
    const asked = spotQuery(parseParameters(query, SPOT_KLINES));
    return { rows: klinePage(state, asked), interval: asked.interval };
  },
};

const continuousKlines: Endpoint = {
  path: '/fapi/v1/continuousKlines',
  weight: continuousWeight,
  answer(query, state) {
    const asked = continuousQuery(parseParameters(query, CONTINUOUS_KLINES));
    return asked ? { rows: klinePage(state, asked), interval: asked.interval } : { body: [] };
  },
};

/** Returns an endpoint without parameters. */
const plain = (path: string, weight: number, body: (state: DoubleState) => object): Endpoint => ({
  path,
  weight: () => weight,
  answer(query, state) {
    const none: ParameterRules = {};
    parseParameters(query, none);
    return { body: body(state) };
  },
});

const general = (prefix: string, feed: Feed, infoWeight: number): Endpoint[] => [
  plain(`${prefix}/ping`, 1, () => ({})),
  plain(`${prefix}/time`, 1, ({ clock }) => ({ serverTime: clock.now() })),
  plain(`${prefix}/exchangeInfo`, infoWeight, (state) =>
    exchangeInfo(feed, state.budget(feed).limit, state.clock.now()),
  ),
];

/** The endpoints of each host. */
export const ENDPOINTS: Readonly<Record<Feed, readonly Endpoint[]>> = {
  'venue-spot': [klines, ...general('/api/v3', 'venue-spot', 20)],
  'venue-usdm-current-quarter': [continuousKlines, ...general('/fapi/v1', 'venue-usdm-current-quarter', 1)],
};

export const isKlinePath = (path: string): boolean => [klines.path, continuousKlines.path].includes(path);
