import fc from 'fast-check';
import { equityAt, timingAt } from '../../../../test/support/analysis-vectors.js';
import { MINUTE, VECTOR_BARS, VECTOR_TRADES } from '../../../../test/support/vector-trades.js';
import type { IdColumn, TextColumn } from '../../../platform/database/copy/copied-columns.js';
import { hasRisk, placesByAsset } from '../../../stats/ideal-r/places-by-asset.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { BREAKDOWNS } from '../breakdown/breakdown.js';
import { taggedTrades } from '../breakdown/tagged-trades.js';
import { excursionPage } from '../excursions/excursion-page.js';
import { excursionTable } from '../excursions/excursion-table.js';
import { newExcursionWalks, walkExcursions } from '../excursions/walk-excursions.js';
import { measuredExits } from '../exits/exit-cells.js';
import { exitGrid } from '../exits/exit-grid.js';
import { newExitWalks } from '../exits/exit-walks.js';
import { walkExits } from '../exits/walk-exits.js';
import { walkableOhlc } from '../minutes/ohlc-minutes.js';
import { countedTags } from '../slices/counted-tags.js';
import { placesIn, sliceMask } from '../slices/slice-mask.js';
import type { Slice, SliceFilters } from '../slices/slice.js';
import { accountTask } from '../account/account.task.js';
import { breakdownTask } from '../breakdown/breakdown.task.js';
import { calendarTask } from '../calendar/calendar.task.js';
import { confidenceTask } from '../confidence/confidence.task.js';
import { costsTask } from '../costs/costs.task.js';
import { hindsightTask } from '../hindsight/hindsight.task.js';
import { monteCarloTask } from '../monte-carlo/monte-carlo.task.js';
import { positionsTask } from '../positions/positions.task.js';
import { riskTask } from '../risk/risk.task.js';
import { runTask } from '../run-figures/run-figures.task.js';
import { sizingTask } from '../sizing/sizing.task.js';
import type { TestSettings } from '../slice-figures/difference-test.js';
import { figuresTask } from '../slice-figures/slice-figures.task.js';
import type { TradeTask } from '../tasks/trade-task.js';
import { computeTradeTask } from './compute-trade-task.js';
import type { SlicedDetails } from './sliced-details.js';
import { candleWindows } from './candle-windows.js';
import { type SortedDetails, type TaggedDetails, detailsAt } from './sorted-details.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';

const MARKETS = [
  { symbol: 'BTCUSDT', feed: 'venue-spot' },
  { symbol: 'ETHUSDT', feed: 'venue-spot' },
] as const;
const SETTINGS = { initialBalance: 10_000, breakEvenThreshold: 5, timezone: 'America/New_York' };
const TAGS = ['trend', 'news', 'late'];
const MORE = ['spreadPaid', 'slippagePaid', 'position'] as const;

/** Returns the tags of the trade at an index among all trades. */
const tagsOf = (place: number) => TAGS.filter((_, i) => place % (i + 2) === 0);

type CostedDetails = SortedDetails<(typeof MORE)[number]>;

/** The trades of a session, with their indexes among all trades. The ids of the trades are made from these indexes. */
interface Session {
  readonly details: TaggedDetails & CostedDetails;
  readonly places: Uint32Array;
}

/**
 * Returns a session that has the trades of the test vectors at these indexes, in separate columns. Plain loops select
 * the trades, not the code under test.
 */
function sessionOf(places: readonly number[]): Session {
  const { count: _, ...columns } = VECTOR_TRADES;
  const own = Object.entries(columns).map(([name, column]) => [
    name,
    Float64Array.from(places, (place) => column[place]!),
  ]);
  const costs = Object.fromEntries(
    MORE.map((name, i) => [name, Float64Array.from(places, (place) => (place % (i + 3)) / 8)]),
  );
  const trades = { count: places.length, ...Object.fromEntries(own), ...costs } as CostedDetails['trades'];
  const ids: IdColumn = { bytes: Uint8Array.from(places.flatMap((place) => Array<number>(16).fill(place))) };
  const texts = places.map((place) => Buffer.from(`client-${place}`));
  let end = 0;
  const ends = Float64Array.from(texts, ({ length }) => (end += length));
  const clientIds: TextColumn = { bytes: new Uint8Array(Buffer.concat(texts)), ends };
  const tagsAt = (trade: number) => tagsOf(places[trade]!);
  const counts = countedTags(Uint32Array.from(places.keys()), tagsAt, 1_000);
  const tags = taggedTrades(places.length, tagsAt, counts);
  return { details: { trades, ids, clientIds, tags }, places: Uint32Array.from(places) };
}

/** Describes a computation of a task. */
const computed =
  <Settings>(task: TradeTask<Settings, string, (typeof MORE)[number]>, settings: Settings) =>
  (sliced: SlicedDetails<CostedDetails>): object =>
    computeTradeTask(task, sliced, settings);

/** The tasks that need only trades, with settings for their random numbers. */
const COMPUTED = [
  computed(riskTask, { ...SETTINGS, riskFreeRate: 2, rolling: 7 }),
  computed(accountTask, SETTINGS),
  computed(calendarTask, SETTINGS),
  computed(runTask, { ...SETTINGS, markets: MARKETS }),
  ...BREAKDOWNS.map((by) =>
    computed(breakdownTask, { ...SETTINGS, by, symbols: MARKETS.map(({ symbol }) => symbol) }),
  ),
  ...(['money', 'equity', 'risk'] as const).flatMap((basis) =>
    (['shuffle', 'block'] as const).map((method) =>
      computed(monteCarloTask, {
        initialBalance: 10_000,
        basis,
        method,
        riskPct: basis === 'risk' ? 3 : null,
        paths: 100,
        trades: null,
        ruinLevel: 9_900,
        seed: 5,
      }),
    ),
  ),
  computed(confidenceTask, { level: 0.9, resamples: 100, seed: 5, breakEvenThreshold: 5 }),
  computed(hindsightTask, {
    ...SETTINGS,
    markets: MARKETS,
    earlier: [
      {
        id: 'a',
        name: 'A',
        ...MARKETS[0],
        start: VECTOR_TRADES.entryTime[3]!,
        end: VECTOR_TRADES.exitTime[40]!,
      },
    ],
    moreSessions: false,
  }),
  ...(['risk', 'notional'] as const).map((by) =>
    computed(sizingTask, { ...SETTINGS, by, fractionsPct: [1, 30], level: 0.9, resamples: 100, seed: 5 }),
  ),
  computed(figuresTask, { ...SETTINGS, compare: null }),
  computed(positionsTask, SETTINGS),
  computed(costsTask, { ...SETTINGS, multiples: [0, 1, 3], basisPoints: [0, 5] }),
];

const someOf = (values: readonly number[]) => fc.subarray([...values], { minLength: 1 });
const instant = fc.constantFrom(...VECTOR_TRADES.exitTime);

const anyFilters: fc.Arbitrary<SliceFilters> = fc.record(
  {
    side: fc.constantFrom('long' as const, 'short' as const),
    symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT', 'XRPUSDT'),
    feed: fc.constantFrom('venue-spot' as const, 'venue-usdm-current-quarter' as const),
    tag: fc.constantFrom(...TAGS),
    notTag: fc.constantFrom(...TAGS),
    hour: someOf(Array.from({ length: 24 }, (_, hour) => hour)),
    weekday: someOf([1, 2, 3, 4, 5, 6, 7]),
    from: instant,
    to: instant,
    outcome: fc.constantFrom('win' as const, 'loss' as const, 'break-even' as const),
    breakEvenThreshold: fc.constantFrom(0, 5, 50),
  },
  { requiredKeys: [] },
);

/** Returns the local time of an instant in New York, from a date that the runtime formats. */
function localTime(instant: number): { readonly hour: number; readonly weekday: number } {
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone: SETTINGS.timezone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  }).format(instant);
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  return {
    hour: Number(/\d\d/.exec(text)![0]),
    weekday: 1 + weekdays.findIndex((name) => text.includes(name)),
  };
}

/** Returns whether a trade of the test vectors meets the filters, by the definition of each filter. */
function meets(place: number, filters: SliceFilters): boolean {
  const { direction, asset, entryTime, exitTime, plNet } = VECTOR_TRADES;
  const market = MARKETS[asset[place]!]!;
  const { hour, weekday } = localTime(entryTime[place]!);
  const threshold = filters.breakEvenThreshold ?? 0;
  const net = plNet[place]!;
  const ofLoss = net < -threshold ? 'loss' : 'break-even';
  return [
    filters.side === undefined || filters.side === (direction[place]! > 0 ? 'long' : 'short'),
    filters.symbol === undefined || filters.symbol === market.symbol,
    filters.feed === undefined || filters.feed === market.feed,
    filters.tag === undefined || tagsOf(place).includes(filters.tag),
    filters.notTag === undefined || !tagsOf(place).includes(filters.notTag),
    filters.hour === undefined || filters.hour.includes(hour),
    filters.weekday === undefined || filters.weekday.includes(weekday),
    filters.from === undefined || exitTime[place]! >= filters.from,
    filters.to === undefined || exitTime[place]! < filters.to,
    filters.outcome === undefined || filters.outcome === (net > threshold ? 'win' : ofLoss),
  ].every(Boolean);
}

/** Returns the slice of a session, made in the same way as in the thread. */
function sliced({ details, places }: Session, filters: SliceFilters) {
  const slice: Slice = { filters, timezone: SETTINGS.timezone, markets: MARKETS, labelRevision: 1 };
  const tagsAt = (trade: number) => tagsOf(places[trade]!);
  const mask = sliceMask(details.trades, slice, tagsAt);
  const found = placesIn(mask);
  const own = detailsAt(details, found, MORE);
  const ofSlice = (trade: number) => tagsAt(found[trade]!);
  const counts = countedTags(found, tagsAt, 1_000);
  return { details: { ...own, tags: taggedTrades(found.length, ofSlice, counts) }, mask };
}

const RESOLUTION = { entryMs: MINUTE, exitMs: MINUTE };
const GRID = exitGrid([1, 2], [0.5, 1], 0.5);

/** Returns the results of the analyses of candles for these trades. */
function withCandles({ trades, ids, clientIds }: SortedDetails, whole: AnalysedTrades): unknown {
  const excursions = newExcursionWalks(trades);
  for (const [asset, places] of placesByAsset(trades))
    walkExcursions({ trades, places, resolution: RESOLUTION, walks: excursions }, walkableOhlc(VECTOR_BARS[asset]!)); // prettier-ignore
  const exits = newExitWalks(trades, GRID);
  for (const [asset, places] of placesByAsset(trades, hasRisk(trades)))
    walkExits({ trades, places, horizonMs: 600 * MINUTE, grid: GRID, entryMs: MINUTE, decimals: 2, walks: exits }, walkableOhlc(VECTOR_BARS[asset]!)); // prettier-ignore
  const table = excursionTable({ trades, ids, clientIds }, excursions, RESOLUTION, 1, whole.count);
  const { of: _, ...windows } = candleWindows(trades, { of: 'excursions', isReplay: false }, whole);
  return {
    page: excursionPage(table, null, 500),
    summary: table.summary,
    windows,
    exits: measuredExits(trades, GRID, exits),
    equity: trades.count === 0 ? null : equityAt(trades, RESOLUTION),
    timing: trades.count === 0 ? null : timingAt(trades, 'shift', whole),
  };
}

describe('the analysis of a slice', () => {
  const anySession = fc
    .subarray(Array.from({ length: VECTOR_TRADES.count }, (_, place) => place))
    .map((places) => places.toSorted((a, b) => a - b));

  it('equals, digit for digit, the analysis of a session that has only the trades of the slice', () => {
    fc.assert(
      fc.property(anySession, anyFilters, (places, filters) => {
        const session = sessionOf(places);
        const slice = sliced(session, filters);
        const alone = sessionOf(places.filter((place) => meets(place, filters)));
        const whole = { details: alone.details, whole: alone.details, mask: null, slice: null };
        const ofSlice = { ...slice, whole: session.details, slice: null };
        for (const compute of COMPUTED)
          expect(JSON.stringify(compute(ofSlice))).toBe(JSON.stringify(compute(whole)));
        const { trades } = session.details;
        expect(JSON.stringify(withCandles(slice.details, trades))).toBe(
          JSON.stringify(withCandles(alone.details, trades)),
        );
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it('compares the slice with all other trades', () => {
    fc.assert(
      fc.property(anySession, anyFilters, (places, filters) => {
        const session = sessionOf(places);
        const slice = sliced(session, filters);
        const rest = sessionOf(places.filter((place) => !meets(place, filters)));
        const figures = (compare: TestSettings | null) => computed(figuresTask, { ...SETTINGS, compare });
        const compared = figures({ permutations: 100, seed: 3 });
        const answer = compared({ ...slice, whole: session.details, slice: null });
        const ofRest = figures(null)({ details: rest.details, whole: rest.details, mask: null, slice: null });
        expect(answer).toMatchObject({
          rest: {
            tradeCount: rest.places.length,
            figures: (ofRest as { readonly figures: object }).figures,
          },
        });
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it('computes the figures without reading the details of the slice', () => {
    const { details: whole, places } = sessionOf([0, 1, 2, 3]);
    const { details, mask } = sliced({ details: whole, places }, { side: 'long' });
    const slice = {
      get details(): never {
        throw new Error('the trades of the slice are copied');
      },
      whole,
      mask,
      slice: null,
    };
    expect(computed(figuresTask, { ...SETTINGS, compare: null })(slice)).toMatchObject({
      figures: { tradeCount: details.trades.count },
    });
  });
});
