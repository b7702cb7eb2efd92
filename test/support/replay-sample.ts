import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Candle } from '../../src/candles/store/bar-columns.js';
import type { Interval } from '../../src/shared/market/intervals.js';
import type { TestApp } from './app.js';
import { deskOf } from './desk.js';
import { MINUTE, T } from './factories.js';
import { type ClientModule, type UntypedClient, aCheckout, compile, npm } from './typescript-client.js';

/** An order of the sample that is placed. */
export interface PlacedOrder {
  readonly side: 'long' | 'short';
  readonly qty: number;
  readonly limit: number | null;
  readonly stopLoss: number | null;
  readonly closes: string | null;
}

/** Returns an order for the market that is never stopped. */
export const placedOrder = (fields: Partial<PlacedOrder> = {}): PlacedOrder => ({
  side: 'long',
  qty: 2,
  limit: null,
  stopLoss: 1,
  closes: null,
  ...fields,
});

export interface SampleOrder extends PlacedOrder {
  readonly id: string;
  readonly placedAt: number;
  readonly fill: { readonly time: number; readonly price: number } | null;
}

export interface SamplePosition {
  readonly positionId: string;
  readonly side: 'long' | 'short';
  readonly qty: number;
  readonly entryPrice: number;
  readonly entryTime: number;
  readonly stopLoss: number | null;
}

/** A closed trade, or the part of it that the sample has computed. */
export interface SampleTrade extends SamplePosition {
  readonly clientId: string;
  readonly exitPrice: number;
  readonly exitTime: number;
}

type Bar = Omit<Candle, 'volume'>;

export interface SampleReplay {
  readonly at: number;
  readonly series: readonly {
    readonly interval: Interval;
    readonly candles: readonly Bar[];
    readonly forming: (Bar & { readonly until: number }) | null;
  }[];
  readonly orders: readonly SampleOrder[];
  readonly trades: readonly SampleTrade[];
  step(): Promise<boolean>;
  place(order: PlacedOrder): Promise<void>;
  close(position: SamplePosition, qty: number): Promise<void>;
  cancel(order: SampleOrder): Promise<void>;
  stepBack(to: number): Promise<void>;
  finish(): Promise<Readonly<Record<string, unknown>>>;
}

/** Returns what a replay shows. */
export const shownBy = ({ at, series, orders, trades }: SampleReplay) => ({ at, series, orders, trades });

/** The modules of the sample without the types of the client, which exist only after a build. */
export interface SampleModules extends ClientModule {
  readonly drawReplay: (
    client: UntypedClient,
    symbol: string,
    length: number,
    source: Readonly<Record<string, number>>,
  ) => Promise<string>;
  readonly Replay: {
    open(client: UntypedClient, id: string, intervals: readonly Interval[]): Promise<SampleReplay>;
  };
  readonly openOrders: (orders: readonly SampleOrder[]) => SampleOrder[];
  readonly openPositions: (
    orders: readonly SampleOrder[],
    trades: readonly SampleTrade[],
  ) => SamplePosition[];
  readonly fillMinute: (
    minute: Bar,
    orders: readonly SampleOrder[],
    trades: readonly SampleTrade[],
  ) => { orders: SampleOrder[]; exits: SampleTrade[] };
}

/** Returns the directory of the sample in a new checkout, in which the packages that it needs are installed. */
export async function aSampleCheckout(): Promise<string> {
  const checkout = await aCheckout();
  await npm(checkout, 'run', 'client');
  const sample = join(checkout, 'samples/replay');
  // The other packages are those of the repository.
  await mkdir(join(sample, 'node_modules'));
  await symlink(join(checkout, 'clients/typescript'), join(sample, 'node_modules/backtest-session'));
  return sample;
}

/** Compiles the sample, and loads the modules that need no browser, and the client. */
export async function loadSample(): Promise<SampleModules> {
  const sample = await aSampleCheckout();
  await compile(sample, '--noEmit', 'false', '--outDir', 'dist');
  const load = (file: string) => import(join(sample, file)) as Promise<SampleModules>;
  return {
    ...(await load('dist/book.js')),
    ...(await load('dist/replay.js')),
    ...(await load('node_modules/backtest-session/dist/index.js')),
  };
}

/** Returns a client of the workspace of a test. */
export const clientOf = (
  { BacktestClient }: SampleModules,
  service: TestApp,
  options: Readonly<Record<string, unknown>> = {},
): UntypedClient =>
  new BacktestClient({
    baseUrl: deskOf(service).replace('/desk/', ''),
    apiKey: service.secrets.own,
    ...options,
  });

/** Unit of the digits of a price that say to which minute it belongs. */
const DIGITS = 1e-7;

/** Returns minutes from T, each with prices that no other minute has: their last digits are those of the minute. */
export const aMarkedMarket = (minutes: number): Candle[] =>
  Array.from({ length: minutes }, (_, i) => {
    const at = (price: number) => Number((price + i * DIGITS).toFixed(7));
    const [open, close] = [walk(i), walk(i + 1)];
    return {
      ts: T + i * MINUTE,
      open: at(open),
      high: at(Math.max(open, close) + 0.5),
      low: at(Math.min(open, close) - 0.5),
      close: at(close),
      volume: 1,
    };
  });

/** A price without digits of a minute. */
const walk = (i: number): number => 1000 + Math.round(80 * Math.sin(i / 37) + 60 * Math.sin(i / 11)) / 4;

/** Returns when the minute has closed that has a price of `aMarkedMarket`. */
export const knownSince = (price: number): number => T + (Math.round((price * 1e7) % 1e5) + 1) * MINUTE;
