import type { PositionedTrades } from './positions.js';

/** The trades of each position: `places[starts[i]]` to the place before `places[starts[i + 1]]`. */
export interface PositionParts {
  /** Indexes of the trades, grouped by position. Within a position, they are in no particular order. */
  readonly places: Uint32Array;
  /** Indexes in `places` at which the positions start, followed by the number of trades. */
  readonly starts: readonly number[];
}

/**
 * Groups trades by position. Trades belong to one position if they have the same market, side and label, and if, in the
 * order of entry, each enters no later than the latest exit before it. A trade without a label is its own position.
 */
export function positionParts(trades: PositionedTrades): PositionParts {
  const { count, entryTime, exitTime } = trades;
  const places = groupedPlaces(trades);
  const hasSameLabel = sameLabelIn(trades);
  const starts: number[] = [];
  let latestExit = 0;
  for (let i = 0; i < count; i += 1) {
    const place = places[i]!;
    const continues = i > 0 && hasSameLabel(places[i - 1]!, place) && entryTime[place]! <= latestExit;
    if (!continues) starts.push(i);
    latestExit = continues ? Math.max(latestExit, exitTime[place]!) : exitTime[place]!;
  }
  return { places, starts: [...starts, count] };
}

/** Returns the trades without a label, and then the others in the order of label, market, side and entry. */
function groupedPlaces({ count, asset, direction, position, entryTime }: PositionedTrades): Uint32Array {
  const all = Uint32Array.from({ length: count }, (_, place) => place);
  const labelled = all.filter((place) => !Number.isNaN(position[place]!));
  labelled.sort(
    (a, b) =>
      position[a]! - position[b]! ||
      asset[a]! - asset[b]! ||
      direction[a]! - direction[b]! ||
      entryTime[a]! - entryTime[b]!,
  );
  const places = new Uint32Array(count);
  places.set(all.filter((place) => Number.isNaN(position[place]!)));
  places.set(labelled, count - labelled.length);
  return places;
}

/** NaN is not equal to itself, so trades without a label have no label in common. */
const sameLabelIn =
  ({ asset, direction, position }: PositionedTrades) =>
  (a: number, b: number): boolean =>
    position[a] === position[b] && asset[a] === asset[b] && direction[a] === direction[b];
