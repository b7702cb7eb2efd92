import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { stamp } from '../../report/dates.js';
import { accountDecimals, multipleOfRisk, signedBriefly, tone } from '../../report/format.js';
import type { Session } from '../../api/sessions.js';
import type { Trade } from '../../api/trades.js';
import type { TradeList } from './trade-list.js';

const ROW_PX = 28;
const HEIGHT_PX = 308;
/** Number of characters of a net result from which the list uses a smaller font. */
const WIDE = 12;
/** Number of rows that are drawn above and below the visible rows. */
const MARGIN = 8;

/**
 * A list of any number of rows. Only the visible rows and a margin are drawn. Arrow keys, Page Up, Page Down, Home and
 * End change the selection.
 */
export function TradeRows(props: {
  session: Session;
  list: TradeList | null;
  rows: number;
  place: number;
  select: (index: number) => void;
}) {
  const { session, list, rows, place, select } = props;
  const [top, setTop] = useState(0);
  const widest = useRef(0);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const first = Math.max(0, Math.floor(top / ROW_PX) - MARGIN);
  const last = Math.min(rows, Math.ceil((top + HEIGHT_PX) / ROW_PX) + MARGIN);

  useEffect(() => list?.want(last), [list, last]);
  useLayoutEffect(() => {
    if (place < 0 || !box.current) return;
    const { scrollTop } = box.current;
    if (place * ROW_PX < scrollTop) box.current.scrollTop = place * ROW_PX;
    else if ((place + 1) * ROW_PX > scrollTop + HEIGHT_PX)
      box.current.scrollTop = (place + 1) * ROW_PX - HEIGHT_PX;
  }, [place]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = placeAfter(event.key, place, rows);
    if (target === null) return;
    event.preventDefault();
    select(target);
  };

  const decimals = accountDecimals(session.initialBalance);
  const net = (index: number) => signedBriefly(list?.trades[index]?.plNet, decimals);
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, row) => first + row);
  // The column only grows, so that columns do not move while the user scrolls.
  for (const index of shown) widest.current = Math.max(widest.current, net(index).length);
  return (
    <div
      class={`trade-list${widest.current > WIDE ? ' wide' : ''}`}
      style={{ '--net': `${widest.current}ch` }}
    >
      <div class="trade-row columns" aria-hidden="true">
        <span>Exit</span>
        <span>Side</span>
        <span class="num">R</span>
        <span class="num">Net, {session.accountCurrency}</span>
      </div>
      <div
        ref={box}
        class="trade-rows"
        role="listbox"
        tabIndex={0}
        aria-label="Trades, in the order of their exits"
        aria-activedescendant={place >= first && place < last ? `${id}-${place}` : undefined}
        data-rows={rows}
        data-loaded={list?.trades.length ?? 0}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <div class="trade-space" role="presentation" style={{ height: `${rows * ROW_PX}px` }}>
          {shown.map((index) => (
            <Row
              key={index}
              id={`${id}-${index}`}
              session={session}
              trade={list?.trades[index]}
              net={net(index)}
              index={index}
              rows={rows}
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
  net: string;
  index: number;
  rows: number;
  isSelected: boolean;
  select: () => void;
}) {
  const { session, trade, index } = props;
  return (
    <div
      id={props.id}
      class="trade-row"
      role="option"
      aria-selected={props.isSelected}
      aria-posinset={index + 1}
      aria-setsize={props.rows}
      data-trade={trade?.id}
      style={{ transform: `translateY(${index * ROW_PX}px)` }}
      onClick={props.select}
    >
      <span>{trade ? stamp(trade.exitTime, session.accountTimezone) : '…'}</span>
      <span>{trade?.side}</span>
      <span class="num">{trade && multipleOfRisk(trade.rMultiple)}</span>
      <span class={`num ${tone(trade?.plNet)}`}>{trade && props.net}</span>
    </div>
  );
}

const PAGE_ROWS = 10;

/** Returns the index that a key moves to; null for other keys. */
export function placeAfter(key: string, place: number, rows: number): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: place + 1,
    ArrowUp: place - 1,
    PageDown: place + PAGE_ROWS,
    PageUp: place - PAGE_ROWS,
    Home: 0,
    End: rows - 1,
  };
  const target = targets[key];
  return target === undefined || rows === 0 ? null : Math.min(rows - 1, Math.max(0, target));
}
