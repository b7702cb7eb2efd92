import type { Ledger } from '../../trials/ledger.js';
import { Repeats } from '../leaderboard/repeats.js';
import { JudgedTries } from '../tries/judge-tries.js';

/** Approximate memory of a row of a study, bytes: the columns of `Ledger`, `JudgedTries` and `Repeats`. */
const BYTES_PER_ROW = 148;

/** A try with the tries of its study. */
export interface PlacedTry {
  readonly judged: JudgedTries;
  /** Place of the try among the tries of its study. */
  readonly place: number;
}

/** The rows of a study at one moment, in the order of the ledger of tries. */
export class Study {
  /** Places of the rows of sessions that hold trades. */
  readonly sessions: Uint32Array;
  private judgement: JudgedTries | null = null;
  private judgedStudies: readonly PlacedTry[] | null = null;
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
    this.judgement ??= this.judgedRows(Array.from({ length: this.ledger.count }, (_, place) => place));
    return this.judgement;
  }

  /** A session of all studies, compared with the bar of its own study. No row may be pending. */
  judgedInItsStudy(index: number): PlacedTry {
    this.judgedStudies ??= this.judgeStudies();
    return this.judgedStudies[this.sessions[index]!]!;
  }

  private judgeStudies(): PlacedTry[] {
    const { ledger } = this;
    const studies = new Map<number, number[]>();
    for (let row = 0; row < ledger.count; row += 1) {
      const rows = studies.get(ledger.studyOf(row));
      if (rows) rows.push(row);
      else studies.set(ledger.studyOf(row), [row]);
    }
    const placed: PlacedTry[] = [];
    for (const rows of studies.values()) {
      const judged = this.judgedRows(rows);
      for (const [place, row] of rows.entries()) placed[row] = { judged, place };
    }
    return placed;
  }

  /** @param rows the rows of one study, in the order of the ledger */
  private judgedRows(rows: readonly number[]): JudgedTries {
    const { ledger } = this;
    return new JudgedTries({
      count: rows.length,
      hasEnded: (place) => ledger.endOf(rows[place]!) !== null,
      tradesOf: (place) => ledger.tradesOf(rows[place]!),
      figuresOf: (place) => ledger.figuresOf(rows[place]!),
    });
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
