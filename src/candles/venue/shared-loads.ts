import { connectingForAll } from '../../platform/database/connection/connection-owner.js';
import { type Span, intersectSpans, mergeSpans, subtractSpans } from '../../shared/market/spans.js';
import { deadlinePassed } from './venue-failure.js';

interface Load {
  readonly spans: readonly Span[];
  /** Resolves with the spans that were requested from the venue. */
  readonly done: Promise<Span[]>;
}

type LoadSpans = (spans: readonly Span[]) => Promise<Span[]>;

/** Tracks the loads in progress, so that a span which several callers need is loaded only once at a time. */
export class SharedLoads {
  private readonly inProgress = new Map<string, Load[]>();

  /**
   * Waits until the spans are loaded. Joins the loads in progress, and uses `load` for the rest of the spans.
   * @param key the key of the series
   * @param load loads spans and returns the spans that were requested from the venue; continues even if no caller waits
   * any longer
   * @throws VenueFailure of a load, or after `waitMs`
   */
  async join(key: string, spans: readonly Span[], load: LoadSpans, waitMs: number): Promise<Span[]> {
    const others = (this.inProgress.get(key) ?? []).filter(
      (other) => intersectSpans(other.spans, spans).length > 0,
    );
    const left = subtractSpans(
      spans,
      others.flatMap((other) => other.spans),
    );
    const loads = left.length > 0 ? [...others, this.begin(key, left, load)] : others;
    const fetched = await within(waitMs, Promise.all(loads.map(({ done }) => done)));
    return intersectSpans(mergeSpans(fetched.flat()), spans);
  }

  private begin(key: string, spans: readonly Span[], work: LoadSpans): Load {
    const done = connectingForAll(() => work(spans)).finally(() => {
      const others = (this.inProgress.get(key) ?? []).filter((other) => other !== load);
      if (others.length > 0) this.inProgress.set(key, others);
      else this.inProgress.delete(key);
    });
    const load: Load = { spans, done };
    this.inProgress.set(key, [...(this.inProgress.get(key) ?? []), load]);
    // The load may fail when no caller waits for it any longer.
    done.catch(() => undefined);
    return load;
  }
}

async function within<T>(waitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(deadlinePassed()), Math.max(0, waitMs));
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
