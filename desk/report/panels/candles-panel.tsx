import { CandlesChart } from '../charts/candles-chart.js';
import { Sized } from '../charts/sized.js';
import { amountDecimals, duration, plural } from '../format.js';
import { findingsByTrade } from '../findings-by-trade.js';
import type { SheetCandles, SheetData, SheetTrade } from '../sheet-data.js';
import { atMost } from '../coarser-candles.js';
import { candlesAround } from './candles-around.js';
import { FindingNotes } from './finding-notes.js';
import { Empty, Panel, Skeleton } from './panel.js';
import { OF_PAIR, WHOLE } from './widths.js';

const HEIGHT = 320;
const HEIGHT_OF_MANY = 200;

/** The maximum number of drawn bars. If there were more, single bars could not be distinguished. */
const MAX_DRAWN_BARS = 360;

interface CandlesPanelProps {
  readonly data: SheetData;
  readonly selected: SheetTrade | null;
  readonly onSelect: (trade: SheetTrade | null) => void;
}

/** The candles of each symbol with its trades. If a trade is selected, only the candles around the trade are shown. */
export function CandlesPanel({ data, selected, onSelect }: CandlesPanelProps) {
  const { candles, trades } = data;
  const tools = selected && (
    <button type="button" onClick={() => onSelect(null)}>
      All trades
    </button>
  );
  const shown = selected ? candles?.filter((series) => isOfMarket(series, selected)) : candles;
  return (
    <Panel
      id="candles"
      title="Candles and trades"
      about={candlesSummary(shown ?? [], selected)}
      tools={tools}
    >
      {(!candles || !trades) && <Skeleton height={HEIGHT} />}
      {shown?.length === 0 && (
        <Empty>
          No candles of {selected ? 'this market' : 'these markets'} are stored, so there is nothing to draw.
        </Empty>
      )}
      {trades && shown && (
        <div class={shown.length > 1 ? 'pair' : undefined}>
          {shown.map((series) => (
            <SeriesChart
              key={`${series.feed} ${series.symbol}`}
              {...{ data, selected, series, trades }}
              isOneOfMany={shown.length > 1}
            />
          ))}
        </div>
      )}
      {selected && <FindingNotes findings={findingsByTrade(data.fills).get(selected.id) ?? []} />}
    </Panel>
  );
}

interface SeriesProps {
  readonly data: SheetData;
  readonly series: SheetCandles;
  readonly trades: readonly SheetTrade[];
  readonly selected: SheetTrade | null;
  readonly isOneOfMany: boolean;
}

function SeriesChart({ data: { session, fills }, series, trades, selected, isOneOfMany }: SeriesProps) {
  const visible = atMost(selected ? candlesAround(series, selected) : series, MAX_DRAWN_BARS);
  const [from, to] = [visible.times[0]!, visible.times.at(-1)! + visible.intervalMs];
  const inside = trades.filter(
    (trade) => isOfMarket(series, trade) && trade.exitTime >= from && trade.entryTime < to,
  );
  const drawn = selected ? [selected] : inside;
  const findings = findingsByTrade(fills);
  return (
    <div>
      {isOneOfMany && (
        <h3>
          {series.symbol} <span class="quiet small">{barsOf(visible)}</span>
        </h3>
      )}
      <Sized width={isOneOfMany ? OF_PAIR : WHOLE}>
        {(width) => (
          <CandlesChart
            candles={visible}
            trades={drawn}
            selected={selected}
            findings={drawn.flatMap(({ id }) => findings.get(id) ?? [])}
            timeZone={session.accountTimezone}
            decimals={amountDecimals(session.initialBalance)}
            width={width}
            height={isOneOfMany ? HEIGHT_OF_MANY : HEIGHT}
          />
        )}
      </Sized>
    </div>
  );
}

const isOfMarket = (series: SheetCandles, trade: SheetTrade): boolean =>
  series.symbol === trade.symbol && series.feed === trade.feed;

function candlesSummary(candles: readonly SheetCandles[], selected: SheetTrade | null): string {
  if (selected) return `${selected.symbol}, the selected trade with its stop and target`;
  const [only] = candles;
  if (candles.length !== 1 || !only) return '';
  return `${only.symbol}, ${barsOf(atMost(only, MAX_DRAWN_BARS))}`;
}

const barsOf = ({ times, intervalMs }: SheetCandles): string =>
  `${plural(times.length, 'bar')} of ${duration(intervalMs)}`;
