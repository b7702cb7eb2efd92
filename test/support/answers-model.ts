/**
 * A small model of the first answers of a session. Times are whole minutes, so that times shown are sets of minutes. The
 * service keeps rows, spans and counts instead; the model repeats none of its code.
 */

/** The values of a trade that count as its answer. */
export interface Version {
  readonly side: 'long' | 'short';
  readonly entry: number;
  readonly exit: number;
  readonly exitPrice: number;
  readonly feesPaid: number;
  readonly stopLoss: number | null;
}

const KINDS = ['costs', 'edited', 'deleted', 'rewound'] as const;
type Kind = (typeof KINDS)[number];
type Mark = 'run' | 'earlier-run' | null;

interface Answer {
  readonly first: Version;
  readonly mark: Mark;
  readonly kind: Kind;
}

interface Stored {
  version: Version;
  readonly mark: Mark;
  /** Order in which the trades were stored. */
  readonly number: number;
  changed: { first: Version; kind: Kind } | null;
}

const sameTrade = (one: Version, other: Version): boolean =>
  one.side === other.side &&
  one.entry === other.entry &&
  one.exit === other.exit &&
  one.exitPrice === other.exitPrice;

function changeOf(before: Version, after: Version): 'costs' | 'edited' | null {
  if (!sameTrade(before, after) || before.stopLoss !== after.stopLoss) return 'edited';
  return before.feesPaid === after.feesPaid ? null : 'costs';
}

const least = (...values: readonly number[]): number => Math.min(...values);

export class AnswersModel {
  readonly trades = new Map<string, Stored>();
  /** In the order in which they went. */
  gone: (Answer & { readonly number: number })[] = [];
  shownBefore = new Set<number>();
  readonly earlierShown = new Set<number>();
  earlierRuns = 0;
  playhead: { at: number; furthest: number; least: number } | null = null;
  private lastExit = -1;
  private made = 0;

  add(clientId: string, version: Version): void {
    const number = (this.made += 1);
    const removed = this.gone.findLast(({ first }) => sameTrade(first, version));
    if (removed) this.gone = this.gone.filter((answer) => answer !== removed);
    const kind = removed ? changeOf(removed.first, version) : null;
    const changed = removed && kind ? { first: removed.first, kind } : null;
    this.trades.set(clientId, {
      version,
      number,
      mark: removed ? removed.mark : this.markOf(version),
      changed,
    });
    this.lastExit = Math.max(this.lastExit, version.exit);
  }

  edit(clientId: string, version: Version): void {
    const trade = this.trades.get(clientId)!;
    const first = trade.changed?.first ?? trade.version;
    const kind = changeOf(first, version);
    const kinds = [trade.changed?.kind ?? 'costs', kind ?? 'costs'].map((one) => KINDS.indexOf(one));
    trade.changed = kind ? { first, kind: KINDS[Math.max(...kinds)]! } : null;
    trade.version = version;
    this.lastExit = Math.max(this.lastExit, version.exit);
  }

  remove(clientId: string): void {
    const { version, changed } = this.trades.get(clientId)!;
    const entry = least(version.entry, changed?.first.entry ?? version.entry);
    this.take(clientId, 'deleted');
    this.stepBack(entry);
    if (this.trades.size === 0) this.endRun(this.gone.map(({ first }) => first.entry));
  }

  removeAll(): void {
    if (this.trades.size === 0) return;
    const stored = [...this.trades.values()];
    const firsts = stored.flatMap(({ changed }) => (changed ? [changed.first.entry] : []));
    this.endRun([
      ...stored.map(({ version }) => version.entry),
      ...firsts,
      ...this.gone.map(({ first }) => first.entry),
    ]);
  }

  /** @returns the number of trades that are removed */
  rewind(to: number): number {
    const removed = [...this.trades].filter(([, { version }]) => version.exit > to);
    for (const [clientId] of removed.toSorted(([, one], [, other]) => one.number - other.number))
      this.take(clientId, 'rewound');
    const ended = removed.flatMap(([, { changed }]) =>
      changed && changed.first.exit <= to ? [changed.first.entry] : [],
    );
    this.stepBack(least(to, ...ended));
    if (removed.length > 0 && this.trades.size === 0) this.endRun(this.gone.map(({ first }) => first.entry));
    if (this.playhead) this.playhead = { ...this.playhead, at: to, least: least(this.playhead.least, to) };
    return removed.length;
  }

  put(at: number, shownUntil: number): void {
    const before = this.playhead;
    this.playhead = {
      at,
      furthest: Math.max(before?.furthest ?? 0, shownUntil),
      least: least(before?.least ?? at, at),
    };
    if (before && at < before.at) this.stepBack(at);
  }

  /** The trades of the present run that were changed or removed, in no particular order. */
  get changed(): Answer[] {
    const kept = [...this.trades.values()].flatMap(({ changed, mark }) =>
      changed ? [{ ...changed, mark }] : [],
    );
    return [...kept, ...this.gone.map(({ first, mark, kind }) => ({ first, mark, kind }))];
  }

  get counts() {
    const marks = [...this.trades.values()].map(({ mark }) => mark);
    const all = [...marks, ...this.gone.map(({ mark }) => mark)];
    const looks = all.filter((mark) => mark === 'run').length;
    return {
      firstAnswers: all.length - looks,
      changedAnswers: this.changed.length,
      secondLooks: looks,
      earlierLooks: marks.filter((mark) => mark === 'earlier-run').length,
    };
  }

  private markOf({ entry }: Version): Mark {
    if (this.shownBefore.has(entry)) return 'run';
    return this.earlierShown.has(entry) ? 'earlier-run' : null;
  }

  private take(clientId: string, kind: 'deleted' | 'rewound'): void {
    const { version, changed, mark, number } = this.trades.get(clientId)!;
    this.trades.delete(clientId);
    this.gone.push({ first: changed?.first ?? version, mark, kind, number });
  }

  private get front(): number {
    return Math.max(this.lastExit, this.playhead?.furthest ?? -1);
  }

  private stepBack(to: number): void {
    for (let minute = to; minute < this.front; minute += 1) this.shownBefore.add(minute);
  }

  private endRun(entries: readonly number[]): void {
    const start = least(...entries, this.playhead?.least ?? Infinity);
    for (let minute = start; minute < this.front; minute += 1) this.earlierShown.add(minute);
    this.earlierRuns += 1;
    this.shownBefore = new Set();
    this.trades.clear();
    this.gone = [];
    this.lastExit = -1;
  }
}
