import type { Caller } from './app.js';
import { type Fields, aSessionWith } from './factories.js';
import { EXAMPLE_SETTINGS, WORKED_EXAMPLE } from './worked-example.js';

/** The sixth and the seventh trade of the worked example close one position in parts. */
const PARTS: ReadonlySet<number> = new Set([5, 6]);

/** Returns the trades of the worked example as a client sends them. Their results follow from their prices. */
export const exampleTrades = (): readonly Fields[] =>
  WORKED_EXAMPLE.ids.map((clientId, trade) => ({
    clientId: `example-${clientId}`,
    side: 'long',
    qty: WORKED_EXAMPLE.quantity[trade],
    entryPrice: WORKED_EXAMPLE.entryPrice[trade],
    entryTime: WORKED_EXAMPLE.entryTime[trade],
    exitPrice: WORKED_EXAMPLE.exitPrice[trade],
    exitTime: WORKED_EXAMPLE.exitTime[trade],
    feesPaid: WORKED_EXAMPLE.feesPaid[trade],
    ...(PARTS.has(trade) && { positionId: 'parts' }),
    ...(Number.isNaN(WORKED_EXAMPLE.stopLoss[trade]) ? {} : { stopLoss: WORKED_EXAMPLE.stopLoss[trade] }),
  }));

/** Creates a session with the worked example. */
export const anExampleSession = (call: Caller, fields: Fields = {}) =>
  aSessionWith(call, exampleTrades(), { initialBalance: EXAMPLE_SETTINGS.initialBalance, ...fields });
