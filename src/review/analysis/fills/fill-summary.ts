import { decimalOf, plus, rounded } from '../../../shared/decimal/exact-decimal.js';
import { ZERO, ratio } from '../../../shared/decimal/exact-sum.js';
import type { Fill, Finding, FindingKind } from './findings.js';
import { type FillNumber, fillsOf, sideOfFill, tradeOfFill } from './fill-number.js';
import type { FillVerdict, JudgedFill } from './judge-fill.js';

interface Certainties {
  readonly certain: number;
  readonly possible: number;
}

/** Summary of all trades of a session. */
export interface FillSummary {
  readonly tradeCount: number;
  /** Number of trades for which a bar is missing. */
  readonly incomplete: number;
  readonly fills: Readonly<Record<FillVerdict, number>>;
  readonly favourable: number;
  readonly adverse: number;
  readonly overstated: number | null;
  readonly noVolume: number;
  readonly overVolume: number;
  readonly gaps: Certainties & { readonly min: number | null; readonly max: number | null };
  readonly stopTouched: Certainties;
  readonly targetTouched: Certainties;
  readonly sameBar: number;
  readonly participation: Participation;
}

/** The fill that takes the greatest share of the volume of its bars. */
export interface Participation {
  /** Number of fills whose volume can be judged. */
  readonly fills: number;
  readonly max: number | null;
  readonly tradeId: string | null;
  readonly fill: Fill | null;
}

const NONE: Certainties = { certain: 0, possible: 0 };

/** Returns the summary before the bars are loaded. */
export const unjudgedFills = (tradeCount: number): FillSummary => ({
  tradeCount,
  incomplete: tradeCount,
  fills: { possible: 0, impossible: 0, unknown: 2 * tradeCount },
  favourable: 0,
  adverse: 0,
  overstated: null,
  noVolume: 0,
  overVolume: 0,
  gaps: { ...NONE, min: null, max: null },
  stopTouched: NONE,
  targetTouched: NONE,
  sameBar: 0,
  participation: { fills: 0, max: null, tradeId: null, fill: null },
});

/** Adds up the fills and the findings of trades. */
export class FillCounter {
  private readonly verdicts = { possible: 0, impossible: 0, unknown: 0 };
  private readonly kinds = new Map<string, number>();
  private readonly money = { overstated: ZERO, min: ZERO, max: ZERO };
  private readonly participation = { fills: 0, max: -Infinity, fill: fillsOf(0)[0] };
  private incomplete = 0;
  private sameBar = 0;

  addTrade({ isComplete, isSameBar }: { readonly isComplete: boolean; readonly isSameBar: boolean }): void {
    this.incomplete += Number(!isComplete);
    this.sameBar += Number(isSameBar);
  }

  addFill(fill: FillNumber, { verdict, quantity, volume }: JudgedFill): void {
    this.verdicts[verdict] += 1;
    if (volume === null) return;
    this.participation.fills += 1;
    // A smaller share does not round to more than `max`, which is rounded. Few shares are greater (bench row `fills`).
    if (quantity / volume <= this.participation.max) return;
    const share = ratio(decimalOf(quantity), decimalOf(volume))!;
    if (share <= this.participation.max) return;
    this.participation.max = share;
    this.participation.fill = fill;
  }

  addFinding({ kind, certainty, favourable, money }: Finding): void {
    const key = favourable === null ? `${kind} ${certainty}` : favourable ? 'favourable' : 'adverse';
    this.kinds.set(key, this.count(key) + 1);
    const max = decimalOf(money?.max ?? 0);
    if (favourable) this.money.overstated = plus(this.money.overstated, max);
    if (kind !== 'gap') return;
    this.money.min = plus(this.money.min, decimalOf(money!.min));
    this.money.max = plus(this.money.max, max);
  }

  summary(tradeCount: number, idOf: (trade: number) => string): FillSummary {
    const certainties = (kind: FindingKind): Certainties => ({
      certain: this.count(`${kind} certain`),
      possible: this.count(`${kind} possible`),
    });
    const { fills, max, fill } = this.participation;
    return {
      tradeCount,
      incomplete: this.incomplete,
      fills: { ...this.verdicts },
      favourable: this.count('favourable'),
      adverse: this.count('adverse'),
      overstated: rounded(this.money.overstated),
      noVolume: this.count('no-volume certain'),
      overVolume: this.count('over-volume certain'),
      gaps: { ...certainties('gap'), min: rounded(this.money.min), max: rounded(this.money.max) },
      stopTouched: certainties('stop-touched'),
      targetTouched: certainties('target-touched'),
      sameBar: this.sameBar,
      participation:
        fills === 0
          ? { fills, max: null, tradeId: null, fill: null }
          : { fills, max, tradeId: idOf(tradeOfFill(fill)), fill: sideOfFill(fill) },
    };
  }

  private count(key: string): number {
    return this.kinds.get(key) ?? 0;
  }
}
