import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Express } from 'express';
import type { Candle, Feed } from './candle.js';
import { controlApp } from './control-app.js';
import { DoubleState, type Limits, type VenueRequest } from './double-state.js';
import { expectedCandles } from './history.js';
import { hostApp } from './host-app.js';
import type { Interval } from './intervals.js';
import type { Scenario } from './scenario.js';

export interface VenueDoubleOptions {
  /** Port of the spot host. The futures host uses the next port. The default, 0, selects two free ports. */
  readonly port?: number;
  /** A loopback address. The default is 127.0.0.1. */
  readonly host?: string;
  /** A time at which the clock stops, or a function that the clock follows. The default is the system time. */
  readonly now?: number | (() => number);
  readonly limits?: Partial<Limits>;
}

/** A local substitute for the venue's two candle APIs. All its candles are generated. */
export interface VenueDouble {
  /** The address of the control endpoints, which are on both hosts. */
  readonly url: string;
  readonly spotUrl: string;
  readonly usdmUrl: string;
  /** The requests received by both hosts since the start or the last reset, oldest first. */
  readonly requests: readonly Readonly<VenueRequest>[];
  now(): number;
  /** Stops the clock at a time. */
  setClock(time: number): void;
  advanceClock(byMs: number): void;
  /** Starts a scenario. Throws a RangeError if it is not valid. */
  play(scenario: Scenario): void;
  clearScenarios(): void;
  /** Sets new limits and resets the used weight and the bans. */
  setLimits(limits: Partial<Limits>): void;
  /** Restores the initial state. */
  reset(): void;
  /**
   * Returns the closed bars that open in `[from, to)` as a store should contain them now, with gaps, listing dates and
   * deliveries of quarter contracts. Returns no bars for a symbol that the venue does not know.
   */
  expectedCandles(feed: Feed, symbol: string, interval: Interval, from: number, to: number): Candle[];
  /** Closes all connections and stops. */
  close(): Promise<void>;
}

export async function startVenueDouble(options: VenueDoubleOptions = {}): Promise<VenueDouble> {
  const { port = 0, host = '127.0.0.1', now, limits } = options;
  if (!isLoopback(host)) throw new RangeError(`${host} is not a loopback address`);
  const state = new DoubleState(limits, typeof now === 'function' ? now : undefined);
  const restart = () => {
    state.reset();
    if (typeof now === 'number') state.clock.set(now);
  };
  restart();
  const control = controlApp(state, restart);
  const spot = await listen(hostApp('venue-spot', state, control), host, port);
  const usdm = await listen(
    hostApp('venue-usdm-current-quarter', state, control),
    host,
    port === 0 ? 0 : port + 1,
  ).catch(async (error: unknown) => {
    await stop(spot);
    throw error;
  });
  return {
    url: urlOf(spot),
    spotUrl: urlOf(spot),
    usdmUrl: urlOf(usdm),
    requests: state.requests,
    now: () => state.clock.now(),
    setClock: (time) => state.clock.set(time),
    advanceClock: (byMs) => state.clock.advance(byMs),
    play: (scenario) => state.scenarios.add(scenario),
    clearScenarios: () => state.scenarios.clear(),
    setLimits: (changed) => state.setLimits(changed),
    reset: restart,
    expectedCandles: (...window) => expectedCandles(state.scenarios, state.clock.now(), window),
    close: async () => {
      await Promise.all([stop(spot), stop(usdm)]);
    },
  };
}

/** Returns true for a loopback address. The double requires no keys, so only this machine may reach it. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

async function listen(app: Express, host: string, port: number): Promise<Server> {
  const server = createServer(app);
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

async function stop(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  if (server.listening) await once(server, 'close');
}

function urlOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server does not listen on a port');
  return `http://${isIPv6(bound.address) ? `[${bound.address}]` : bound.address}:${bound.port}`;
}
