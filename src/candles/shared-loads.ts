import { type Span, intersectSpans, mergeSpans, subtractSpans } from './spans.js';
import { lateFailure } from './venue/venue-failure.js';

interface Load {
  readonly spans: readonly Span[];
  /** The spans that the venue was asked for. */
  readonly done: Promise<Span[]>;
}

/** The longest time that a timer can be set to, ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Loads that are under way, so that whoever wants a span that another is just fetching waits for that one. */
export class SharedLoads {
  private readonly underWay = new Map<string, Load[]>();

  /**
   * Waits until the spans are loaded: those that are under way by whoever began them, the others by `begin`.
   * @param key of the series
   * @param begin loads some of the spans and says what it asked the venue for; it goes on if nobody waits any longer
   * @param patienceMs how long to wait
   * @throws VenueFailure of a load, or that patience is over
   */
  async join(
    key: string,
    spans: readonly Span[],
    begin: (spans: readonly Span[]) => Promise<Span[]>,
    patienceMs: number,
  ): Promise<Span[]> {
    const shared = (this.underWay.get(key) ?? []).filter(
      (load) => intersectSpans(load.spans, spans).length > 0,
    );
    const left = subtractSpans(
      spans,
      shared.flatMap((load) => load.spans),
    );
    const loads = left.length > 0 ? [...shared, this.start(key, left, begin)] : shared;
    const fetched = await within(patienceMs, Promise.all(loads.map(({ done }) => done)));
    return intersectSpans(mergeSpans(fetched.flat()), spans);
  }

  private start(
    key: string,
    spans: readonly Span[],
    begin: (spans: readonly Span[]) => Promise<Span[]>,
  ): Load {
    const done = begin(spans).finally(() => {
      const others = (this.underWay.get(key) ?? []).filter((other) => other !== load);
      if (others.length > 0) this.underWay.set(key, others);
      else this.underWay.delete(key);
    });
    const load: Load = { spans, done };
    this.underWay.set(key, [...(this.underWay.get(key) ?? []), load]);
    // It may fail when nobody waits any longer.
    done.catch(() => undefined);
    return load;
  }
}

async function within<T>(patienceMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lateFailure()), Math.max(0, Math.min(patienceMs, LONGEST_TIMER_MS)));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
