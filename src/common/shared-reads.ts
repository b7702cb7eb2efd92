import { setImmediate as endOfTurn } from 'node:timers/promises';

interface Flight<Found> {
  readonly found: Promise<Found>;
  hasBegun: boolean;
  next: Promise<Found> | null;
}

/**
 * Lets those who ask for the same at the same time share one read. Nobody gets an answer whose reading began before he
 * asked, so it is as fresh as if he had read it himself. A read begins when all who are there have asked; who comes while
 * it is under way shares the next one.
 */
export class SharedReads<Found> {
  private readonly flights = new Map<string, Flight<Found>>();

  get(key: string, read: () => Promise<Found>): Promise<Found> {
    const underWay = this.flights.get(key);
    if (!underWay) return this.start(key, read);
    if (!underWay.hasBegun) return underWay.found;
    const start = () => this.start(key, read);
    underWay.next ??= underWay.found.then(start, start);
    return underWay.next;
  }

  private start(key: string, read: () => Promise<Found>): Promise<Found> {
    const found = endOfTurn().then(() => {
      flight.hasBegun = true;
      return read();
    });
    const flight: Flight<Found> = { found, hasBegun: false, next: null };
    this.flights.set(key, flight);
    const end = () => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    flight.found.then(end, end);
    return flight.found;
  }
}
