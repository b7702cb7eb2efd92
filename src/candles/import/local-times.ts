import { excerpt } from '../../shared/text/excerpt.js';
import { zoneReadings } from '../../shared/market/zone-clock.js';

/** The row before a row, in the order of the file. */
export interface RowBefore {
  /** Its time, ms; NaN before the first row of a text. */
  readonly last: number;
  /** 1 if the rows ascend, -1 if they descend, 0 if neither is known yet. */
  readonly direction: -1 | 0 | 1;
}

/** Converts local times of a zone to instants. A time that the clock shows twice is told from the row before it. */
export class LocalTimes {
  readonly #readings: (wall: number) => readonly number[];
  /** A time that the clock shows twice, of which only one row has been read. */
  #single: string | undefined;

  /**
   * @param zone IANA name
   * @throws RangeError for an unknown zone
   */
  constructor(
    private readonly zone: string,
    private readonly intervalMs: number,
  ) {
    this.#readings = zoneReadings(zone);
  }

  startText(): void {
    this.#single = undefined;
  }

  /**
   * @param text for messages
   * @param wall the local time interpreted as UTC, ms
   * @returns the instant, ms; or the problem of the time
   */
  read(text: string, wall: number, { last, direction }: RowBefore): number | string {
    const all = this.#readings(wall);
    if (all.length === 0) return `does not exist: the clock of ${this.zone} skips it`;
    const onGrid = all.filter((instant) => instant % this.intervalMs === 0);
    const [only, other] = onGrid.length > 0 ? onGrid : all;
    if (other === undefined) return this.#single === undefined ? only! : this.#missingRepeat(this.#single);
    const ahead = [only!, other].filter((instant) =>
      direction === 0 ? instant !== last : Math.sign(instant - last) === direction,
    );
    if (ahead.length < 2) {
      this.#single = undefined;
      return ahead[0] ?? only!;
    }
    const next = ahead.filter((instant) => Math.abs(instant - last) === this.intervalMs);
    if (next.length !== 1)
      return `is shown twice by the clock of ${this.zone}, and the rows around it do not tell which time it is; convert the times to UTC`;
    this.#single ??= text;
    return next[0]!;
  }

  #missingRepeat(single: string): string {
    return `follows ${excerpt(single)}, which the clock of ${this.zone} shows twice, but the file only once; convert the times to UTC`;
  }
}
