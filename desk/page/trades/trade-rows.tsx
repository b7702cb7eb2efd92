import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { stamp } from '../../report/dates.js';
import { amountDecimals, multipleOfRisk, signedBriefly, tone, columnDecimals } from '../../report/format.js';
import { findingNames } from '../../report/findings.js';
import type { Findings } from '../../report/findings-by-trade.js';
import type { Session } from '../../api/sessions.js';
import type { Trade } from '../../api/trades.js';
import type { SortKey } from '../../report/panels/sort-trades.js';
import type { TradeSort } from './trade-sort.js';
import { placeAfter } from './place-after.js';

const ROW_PX = 28;
/** On a narrow screen, the tags and the note are on a second line. */
const NARROW_ROW_PX = 50;
const NARROW = '(max-width: 600px)';
const HEIGHT_PX = 308;
/** If a net result has more characters than this number, the list uses a smaller font. */
const WIDE = 12;
/** Number of rows that are drawn above and below the visible rows. */
const MARGIN = 8;

/**
 * A list of any number of rows. Only the visible rows and a margin are drawn. Arrow keys, Page Up, Page Down, Home and
 * End change the selection.
 */
interface TradeRowsProps {
  readonly session: Session;
  /** The trades that have been read, in the order of the rows. */
  readonly trades: readonly Trade[];
  /** Called with the index of the last drawn row. */
  readonly want: (index: number) => void;
  readonly rows: number;
  /** Findings that cast doubt on the fills of each trade, by the id of the trade. */
  readonly findings: ReadonlyMap<string, Findings>;
  readonly place: number;
  readonly select: (index: number) => void;
  readonly sort: TradeSort | null;
  /** Called with the column by which the user wants to sort; undefined if there are too many trades to sort. */
  readonly sortBy?: (key: SortKey) => void;
}

export function TradeRows(props: TradeRowsProps) {
  const { session, trades, rows, place, select } = props;
  const [top, setTop] = useState(0);
  const widest = useRef(0);
  const decimals = useRef(2);
  const box = useRef<HTMLDivElement>(null);
  const scrolledTo = useRef<string | null>(null);
  const id = useId();
  const rowPx = useRowHeight();
  const first = Math.max(0, Math.floor(top / rowPx) - MARGIN);
  const last = Math.min(rows, Math.ceil((top + HEIGHT_PX) / rowPx) + MARGIN);

  useEffect(() => props.want(last), [trades, last]);
  useLayoutEffect(() => {
    const id = trades[place]?.id;
    // If only the order changes, the list does not scroll to the trade that stays selected.
    if (!id || id === scrolledTo.current || !box.current) return;
    scrolledTo.current = id;
    const { scrollTop } = box.current;
    if (place * rowPx < scrollTop) box.current.scrollTop = place * rowPx;
    else if ((place + 1) * rowPx > scrollTop + HEIGHT_PX)
      box.current.scrollTop = (place + 1) * rowPx - HEIGHT_PX;
  }, [place, trades]);
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [props.sort]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = placeAfter(event.key, place, rows);
    if (target === null) return;
    event.preventDefault();
    select(target);
  };

  const shown = Array.from({ length: Math.max(0, last - first) }, (_, row) => first + row);
  const most = amountDecimals(session.initialBalance);
  const nets = shown.map((index) => trades[index]?.plNet);
  decimals.current = Math.max(decimals.current, columnDecimals(nets, most));
  const net = (index: number) => signedBriefly(trades[index]?.plNet, decimals.current);
  // The column never becomes narrower, so that columns do not move while the user scrolls.
  for (const index of shown) widest.current = Math.max(widest.current, net(index).length);
  const hasSymbols = new Set(session.assets.map(({ symbol }) => symbol)).size > 1;
  return (
    <div
      class={`trade-list${widest.current > WIDE ? ' wide' : ''}${hasSymbols ? ' symbols' : ''}`}
      style={{ '--net': `${widest.current}ch` }}
    >
      <div class="trade-row columns">
        {columnsOf(hasSymbols, session.accountCurrency).map((column) => (
          <Head
            key={column.label}
            {...column}
            sort={props.sort}
            {...(props.sortBy && { sortBy: props.sortBy })}
          />
        ))}
      </div>
      <div
        ref={box}
        class="trade-rows"
        role="listbox"
        tabIndex={0}
        aria-label="Trades, in the order of their exits"
        aria-activedescendant={place >= first && place < last ? `${id}-${place}` : undefined}
        data-rows={rows}
        data-loaded={trades.length}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <div class="trade-space" role="presentation" style={{ height: `${rows * rowPx}px` }}>
          {shown.map((index) => (
            <Row
              key={index}
              id={`${id}-${index}`}
              session={session}
              trade={trades[index]}
              findings={props.findings.get(trades[index]?.id ?? '') ?? []}
              hasSymbols={hasSymbols}
              net={net(index)}
              index={index}
              rows={rows}
              top={index * rowPx}
              isSelected={index === place}
              select={() => select(index)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function Row(props: {
  id: string;
  session: Session;
  trade: Trade | undefined;
  findings: Findings;
  hasSymbols: boolean;
  net: string;
  index: number;
  rows: number;
  /** Pixels from the top of the list. */
  top: number;
  isSelected: boolean;
  select: () => void;
}) {
  const { session, trade, index } = props;
  const findings = findingNames(props.findings);
  const { tags = [], note } = trade ?? {};
  return (
    <div
      id={props.id}
      class="trade-row"
      role="option"
      aria-selected={props.isSelected}
      aria-posinset={index + 1}
      aria-setsize={props.rows}
      data-trade={trade?.id}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={props.select}
    >
      <span>{trade ? stamp(trade.exitTime, session.accountTimezone) : '…'}</span>
      {props.hasSymbols && <span class="cut">{trade?.symbol}</span>}
      <span class="side">{trade?.side}</span>
      <span class="num risk">{trade && multipleOfRisk(trade.rMultiple)}</span>
      <span class={`num ${tone(trade?.plNet)}`}>{trade && props.net}</span>
      {/* The row may be too narrow for all labels. The tooltip contains them in full. */}
      <span class="labels" title={[...findings, ...tags, ...(note ? [note] : [])].join('\n')}>
        {findings.map((name) => (
          <span key={name} class="tag doubt">
            {name}
          </span>
        ))}
        {tags.map((tag) => (
          <span key={tag} class="tag">
            {tag}
          </span>
        ))}
        {note && <span class="quiet cut">{note}</span>}
      </span>
    </div>
  );
}

/** Returns the height of a row in pixels, which depends on the width of the screen. */
function useRowHeight(): number {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const narrow = matchMedia(NARROW);
    const follow = () => setNarrow(narrow.matches);
    narrow.addEventListener('change', follow);
    return () => narrow.removeEventListener('change', follow);
  }, []);
  return isNarrow ? NARROW_ROW_PX : ROW_PX;
}

interface Column {
  readonly label: string;
  readonly sortKey?: SortKey;
  readonly isNumber?: boolean;
  /** Class of a column that a narrow screen leaves out. */
  readonly name?: string;
}

const columnsOf = (hasSymbols: boolean, currency: string): readonly Column[] => [
  { label: 'Exit', sortKey: 'exitTime' },
  ...(hasSymbols ? [{ label: 'Symbol', sortKey: 'symbol' } as const] : []),
  { label: 'Side', sortKey: 'side', name: 'side' },
  { label: 'R', sortKey: 'rMultiple', isNumber: true, name: 'risk' },
  { label: `Net, ${currency}`, sortKey: 'plNet', isNumber: true },
  { label: 'Tags and note', name: 'labels' },
];

interface HeadProps extends Column {
  readonly sort: TradeSort | null;
  readonly sortBy?: (key: SortKey) => void;
}

/** The head of a column. A click sorts the trades, unless there are too many. */
function Head({ label, sortKey, isNumber, name = '', sort, sortBy }: HeadProps) {
  const direction = sortKey !== undefined && sort?.key === sortKey ? (sort.isDescending ? ' ↓' : ' ↑') : '';
  return (
    <span class={`${isNumber ? 'num ' : ''}${name}`}>
      {sortKey && sortBy ? (
        <button
          type="button"
          class="sort"
          aria-pressed={direction !== ''}
          title="Sort by this column"
          onClick={() => sortBy(sortKey)}
        >
          {label}
          {direction}
        </button>
      ) : (
        label
      )}
    </span>
  );
}
