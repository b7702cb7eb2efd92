import { Scroll } from '../charts/scroll.js';
import { stamp } from '../dates.js';
import { columnDecimals, count, multipleOfRisk, price, signed, signedPercent, tone } from '../format.js';
import { findingNames } from '../findings.js';
import type { Findings } from '../findings-by-trade.js';
import type { SheetTrade } from '../sheet-data.js';
import type { NumberedTrade, SortKey, TradeOrder } from './sort-trades.js';

interface TradeRowsProps {
  readonly rows: readonly NumberedTrade[];
  readonly order: TradeOrder;
  /** Findings that cast doubt on the fills of each trade, by the id of the trade. */
  readonly findings: ReadonlyMap<string, Findings>;
  readonly selected: SheetTrade | null;
  readonly timeZone: string;
  readonly currency: string;
  readonly decimals: number;
  /** Called when the user sorts by a column. Sorting and selecting need scripts. */
  readonly onSort?: (key: SortKey) => void;
  readonly onSelect?: (trade: SheetTrade | null) => void;
}

interface Column {
  readonly label: string;
  readonly key?: SortKey;
  readonly isText?: boolean;
}

const tableColumns = (currency: string): Column[] => [
  { label: '#', key: 'number' },
  { label: 'Symbol', key: 'symbol', isText: true },
  { label: 'Side', key: 'side', isText: true },
  { label: 'Entry', key: 'entryTime', isText: true },
  { label: 'Exit', key: 'exitTime', isText: true },
  { label: 'Quantity', key: 'qty' },
  { label: 'Entry price' },
  { label: 'Exit price' },
  { label: `Net, ${currency}`, key: 'plNet' },
  { label: 'Return', key: 'plPct' },
  { label: 'R', key: 'rMultiple' },
  { label: 'Note and tags', isText: true },
];

export function TradeRows(props: TradeRowsProps) {
  const { rows, order, currency, onSort } = props;
  const decimals = columnDecimals(
    rows.map(({ trade }) => trade.plNet),
    props.decimals,
  );
  return (
    <Scroll name="Trades">
      <table>
        <thead>
          <tr>
            {tableColumns(currency).map(({ label, key, isText }) => (
              <th
                key={label}
                scope="col"
                class={isText ? undefined : 'num'}
                aria-sort={key === order.key ? (order.isDescending ? 'descending' : 'ascending') : undefined}
              >
                {key && onSort ? (
                  <button type="button" class="sort" onClick={() => onSort(key)}>
                    {label}
                  </button>
                ) : (
                  label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TradeRow key={row.number} {...props} decimals={decimals} row={row} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function TradeRow({
  row,
  findings,
  selected,
  timeZone,
  decimals,
  onSelect,
}: TradeRowsProps & { readonly row: NumberedTrade }) {
  const { trade, number } = row;
  const isSelected = selected?.id === trade.id;
  return (
    <tr class={isSelected ? 'selected' : undefined}>
      <td class="num">
        {onSelect ? (
          <button
            type="button"
            class="pick"
            aria-pressed={isSelected}
            title="Show among the candles"
            onClick={() => onSelect(isSelected ? null : trade)}
          >
            {count(number)}
          </button>
        ) : (
          count(number)
        )}
      </td>
      <td>{trade.symbol}</td>
      <td>{trade.side}</td>
      <td class="when">{stamp(trade.entryTime, timeZone)}</td>
      <td class="when">{stamp(trade.exitTime, timeZone)}</td>
      <td class="num">{price(trade.qty)}</td>
      <td class="num">{price(trade.entryPrice)}</td>
      <td class="num">{price(trade.exitPrice)}</td>
      <td class={`num ${tone(trade.plNet)}`}>{signed(trade.plNet, decimals)}</td>
      <td class="num">{signedPercent(trade.plPct)}</td>
      <td class="num">{multipleOfRisk(trade.rMultiple)}</td>
      <td class="text">
        {findingNames(findings.get(trade.id) ?? []).map((name) => (
          <span key={name} class="tag doubt">
            {name}
          </span>
        ))}
        {trade.note}
        {trade.tags.map((tag) => (
          <span key={tag} class="tag">
            {tag}
          </span>
        ))}
      </td>
    </tr>
  );
}
