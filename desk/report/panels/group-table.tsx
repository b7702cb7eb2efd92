import { type HeadLabel, HeadRow } from './head-row.js';
import { Scroll } from '../charts/scroll.js';
import { count, number, share, signed, tone, columnDecimals } from '../format.js';
import type { GroupFigures } from '../sheet-data.js';

/** A group of trades with its figures. */
export interface GroupRow {
  /** The key of the group; missing if the trades of the group cannot be chosen. */
  readonly key?: string;
  readonly name: string;
  readonly tradeCount: number;
  readonly figures: GroupFigures;
  readonly winrateInterval: { readonly low: number; readonly high: number } | null;
}

interface GroupTableProps {
  /** A name for the groups, such as "Side". */
  readonly title: string;
  readonly place: string;
  readonly rows: readonly GroupRow[];
  readonly currency: string;
  readonly decimals: number;
  /** Called with the key of a group when the user limits the sheet to its trades. */
  readonly onGroup?: (key: string) => void;
}

const columnsOf = (currency: string, hasIntervals: boolean): readonly HeadLabel[] => [
  ['n', 'breakdown.groups.tradeCount'],
  [`Net, ${currency}`, 'breakdown.groups.figures.plNet'],
  ['Mean', 'breakdown.groups.figures.expectancy'],
  ['Profit factor', 'breakdown.groups.figures.netProfitFactor'],
  [hasIntervals ? 'Win rate (95 %)' : 'Win rate', 'breakdown.groups.figures.winrate'],
];

/** Groups of trades side by side: n, net, mean, net profit factor, and win rate with its interval. */
export function GroupTable({ title, place, rows, currency, decimals, onGroup }: GroupTableProps) {
  const some = rows.filter(({ tradeCount }) => tradeCount > 0);
  const nets = columnDecimals(
    some.map(({ figures }) => figures.plNet),
    decimals,
  );
  const means = columnDecimals(
    some.map(({ figures }) => figures.expectancy),
    decimals,
  );
  const hasIntervals = rows.some(({ winrateInterval }) => winrateInterval !== null);
  return (
    <Scroll name={`By ${title.toLowerCase()}`}>
      <table class="groups">
        <HeadRow texts={[title]} numbers={columnsOf(currency, hasIntervals)} place={place} />
        <tbody>
          {rows.map(({ key, name, tradeCount, figures, winrateInterval }) => (
            <tr key={name} class={tradeCount === 0 ? 'idle' : undefined}>
              <th scope="row">
                {onGroup && key !== undefined && tradeCount > 0 ? (
                  <button
                    type="button"
                    class="only"
                    title="Only these trades"
                    aria-label={`Only ${name}`}
                    onClick={() => onGroup(key)}
                  >
                    {name}
                  </button>
                ) : (
                  name
                )}
              </th>
              <td class="num">{count(tradeCount)}</td>
              <td class={`num ${tone(figures.plNet)}`}>
                {tradeCount > 0 ? signed(figures.plNet, nets) : ''}
              </td>
              <td class="num">{tradeCount > 0 ? signed(figures.expectancy, means) : ''}</td>
              <td class="num">{tradeCount > 0 ? number(figures.netProfitFactor) : ''}</td>
              <td class="num">
                {tradeCount > 0 ? share(figures.winrate, 0) : ''}
                {winrateInterval && (
                  <span class="quiet small">
                    {' '}
                    ({share(winrateInterval.low, 0)} to {share(winrateInterval.high, 0)})
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
