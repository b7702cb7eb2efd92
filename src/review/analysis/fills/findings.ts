/** The kinds of findings, in the order in which they are listed for a fill or an exit. */
export const FINDING_KINDS = [
  'impossible',
  'no-volume',
  'over-volume',
  'stop-touched',
  'gap',
  'target-touched',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export const FILLS = ['entry', 'exit'] as const;
export type Fill = (typeof FILLS)[number];

export const CERTAINTIES = ['certain', 'possible'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** An amount of money with its bounds. */
export interface MoneyBounds {
  readonly min: number;
  readonly max: number;
}

/** A doubt about a fill. Fields that a kind does not have are null. */
export interface Finding {
  readonly kind: FindingKind;
  readonly fill: Fill;
  readonly certainty: Certainty;
  readonly time: number;
  readonly price: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly open: number | null;
  readonly favourable: boolean | null;
  readonly money: MoneyBounds | null;
}

/** Number of numbers that represent one finding in a list. */
const WIDTH = 9;

/** Findings of trades in trade order, as numbers. A finding takes 72 bytes. */
export interface FindingList {
  readonly numbers: Float64Array;
}

/** Collects findings. */
export class FindingBuilder {
  private numbers = new Float64Array(WIDTH * 64);
  private length = 0;

  add(trade: number, finding: Finding): void {
    if (this.length + WIDTH > this.numbers.length) {
      const larger = new Float64Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    const { time, price, low, high, open, money } = finding;
    const { numbers, length } = this;
    numbers[length] = trade;
    numbers[length + 1] = codeOf(finding);
    numbers[length + 2] = time;
    numbers[length + 3] = price;
    numbers[length + 4] = low ?? NaN;
    numbers[length + 5] = high ?? NaN;
    numbers[length + 6] = open ?? NaN;
    numbers[length + 7] = money?.min ?? NaN;
    numbers[length + 8] = money?.max ?? NaN;
    this.length += WIDTH;
  }

  list(): FindingList {
    return { numbers: this.numbers.slice(0, this.length) };
  }
}

/** Returns a whole number that encodes the kind, fill, certainty and direction of a finding. */
function codeOf({ kind, fill, certainty, favourable }: Finding): number {
  let code = FINDING_KINDS.indexOf(kind);
  code = code * FILLS.length + FILLS.indexOf(fill);
  code = code * CERTAINTIES.length + CERTAINTIES.indexOf(certainty);
  return code * FAVOURABLES.length + FAVOURABLES.indexOf(favourable);
}

const FAVOURABLES = [null, false, true] as const;

export const findingCount = ({ numbers }: FindingList): number => numbers.length / WIDTH;

/** Returns the index of the trade of a finding. */
export const tradeOf = ({ numbers }: FindingList, finding: number): number => numbers[finding * WIDTH]!;

/** Returns a finding of a list. */
export function findingAt({ numbers }: FindingList, finding: number): Finding {
  const [, code, time, price, low, high, open, min, max] = numbers.subarray(
    finding * WIDTH,
    (finding + 1) * WIDTH,
  ) as unknown as number[];
  const orNull = (value: number | undefined) => (Number.isNaN(value) ? null : value!);
  const favourable = code! % FAVOURABLES.length;
  const certainty = Math.floor(code! / FAVOURABLES.length);
  const fill = Math.floor(certainty / CERTAINTIES.length);
  const kind = Math.floor(fill / FILLS.length);
  return {
    kind: FINDING_KINDS[kind]!,
    fill: FILLS[fill % FILLS.length]!,
    certainty: CERTAINTIES[certainty % CERTAINTIES.length]!,
    time: time!,
    price: price!,
    low: orNull(low),
    high: orNull(high),
    open: orNull(open),
    favourable: FAVOURABLES[favourable]!,
    money: Number.isNaN(min) ? null : { min: min!, max: max! },
  };
}
