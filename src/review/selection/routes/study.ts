import type { Ledger } from '../../trials/ledger.js';
import { Repeats } from '../leaderboard/repeats.js';
import { JudgedTries } from '../tries/judge-tries.js';

/** Approximate memory of a row of a study, bytes: the columns of `Ledger`, `JudgedTries` and `Repeats`. */
const BYTES_PER_ROW = 132;

/** The rows of a study at one moment, in the order of the ledger of tries. */
export class Study {
  /** Places of the rows of sessions that hold trades. */
  readonly sessions: Uint32Array;
  private judgement: JudgedTries | null = null;
  private sameTrades: Repeats | null = null;

  constructor(readonly ledger: Ledger) {
    const places: number[] = [];
    for (let place = 0; place < ledger.count; place += 1) if (ledger.isCurrent(place)) places.push(place);
    this.sessions = Uint32Array.from(places);
  }

  /** Approximate memory, bytes. */
  get bytes(): number {
    return this.ledger.count * BYTES_PER_ROW;
  }

  /** The tries, compared with the bar that luck sets. No row may be pending. */
  get judged(): JudgedTries {
    const { ledger } = this;
    this.judgement ??= new JudgedTries({
      count: ledger.count,
      hasEnded: (place) => ledger.endOf(place) !== null,
      tradesOf: (place) => ledger.tradesOf(place),
      figuresOf: (place) => ledger.figuresOf(place),
    });
    return this.judgement;
  }

  /** The sessions that hold the same trades in the same study, by their index in `sessions`. */
  get repeats(): Repeats {
    const { ledger, sessions } = this;
    this.sameTrades ??= new Repeats({
      count: sessions.length,
      hasEnded: (index) => ledger.endOf(sessions[index]!) !== null,
      tradesOf: (index) => {
        const trades = ledger.tradesOf(sessions[index]!);
        return trades === null ? null : ledger.studyOf(sessions[index]!) * ledger.count + trades;
      },
    });
    return this.sameTrades;
  }

  /** Id of a session by its index in `sessions`. */
  readonly idOf = (index: number): string => this.ledger.idOf(this.sessions[index]!);

  /** Ids of all sessions that hold trades, in parts of at most `most`. */
  *idsInParts(most: number): Generator<string[]> {
    for (let from = 0; from < this.sessions.length; from += most)
      yield Array.from(this.sessions.subarray(from, from + most), (place) => this.ledger.idOf(place));
  }
}
