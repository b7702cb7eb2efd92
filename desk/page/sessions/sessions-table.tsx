import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Scroll } from '../../report/charts/scroll.js';
import { differencesIn } from '../faces/differences.js';
import { hasSourceLine } from '../faces/session-face.js';
import { useRowWindow } from '../ui/use-row-window.js';
import type { ColumnName } from './column-names.js';
import type { ChangeView, ListView } from './list-view.js';
import { type MarkedSession, markedSession } from './marked/marked-session.js';
import { RankedRow } from './ranked-row.js';
import type { TableItem } from './table-items.js';
import { TableHead } from './table-head.js';

interface SessionsTableProps {
  readonly items: readonly TableItem[];
  readonly columns: readonly ColumnName[];
  readonly view: ListView;
  readonly change: ChangeView;
  readonly hasMore: boolean;
  readonly readMore: () => void;
  readonly markAll: () => void;
  /** False if all sessions have the same markets. */
  readonly withSymbol: boolean;
  readonly marked: readonly MarkedSession[];
  readonly setMarked: (marked: readonly MarkedSession[]) => void;
  readonly toggle: (id: string) => void;
}

/** Number of cells beside each other in a narrow window, where each row is a card. */
const CELLS_OF_A_LINE = 4;

/**
 * The table of sessions. Only the rows near the visible part of the page are drawn, and the next page is read when the
 * end of the table comes into view.
 */
export function SessionsTable(props: SessionsTableProps) {
  const { items, columns, view, hasMore, marked, setMarked } = props;
  const end = useRef<HTMLParagraphElement>(null);
  const more = useRef(props.readMore);
  more.current = props.readMore;
  useEffect(() => {
    const { current } = end;
    if (!current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: '600px',
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [hasMore, items.length]);
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = useRowWindow(body, items.length);
  const entries = items.flatMap((item) => (item.kind === 'session' ? [item.entry] : []));
  const differences = differencesIn(entries);
  const lines =
    1 +
    Number([...differences.values()].some((texts) => texts.length > 0)) +
    Number(entries.some(({ session }) => hasSourceLine(session, props.withSymbol)));
  // The faces of repeats may make all rows higher. The row that was opened then stays where it is.
  const opened = useRef<{ readonly id: string; readonly top: number } | null>(null);
  const topOf = (id: string): number | undefined => {
    const row = body.current?.querySelector(`[data-session="${id}"]`);
    return row ? row.getBoundingClientRect().top + scrollY : undefined;
  };
  const toggle = (id: string) => {
    const top = topOf(id);
    opened.current = top === undefined ? null : { id, top };
    props.toggle(id);
  };
  useLayoutEffect(() => {
    const { current } = opened;
    const top = current ? topOf(current.id) : undefined;
    if (current && top !== undefined) scrollBy(0, top - current.top);
    opened.current = null;
  }, [lines]);
  const mark = (item: TableItem & { kind: 'session' }, isMarked: boolean) => {
    const { id } = item.entry.session;
    const others = marked.filter((other) => other.id !== id);
    setMarked(isMarked ? [...others, markedSession(item.entry, differences.get(id))] : others);
  };
  return (
    <div class="card">
      <Scroll name="Sessions">
        <table
          class={`ranked lines-${lines}`}
          style={{ '--cells': Math.ceil((columns.length + 1) / CELLS_OF_A_LINE) }}
          aria-rowcount={hasMore ? -1 : items.length + 1}
        >
          <TableHead
            {...props}
            rows={entries.length}
            marked={marked.length}
            toggleAll={() => (marked.length === entries.length ? setMarked([]) : props.markAll())}
          />
          <tbody ref={body}>
            <Space height={drawn.above} />
            {items.slice(drawn.first, drawn.last).map((item, row) => {
              const place = drawn.first + row + 1;
              if (item.kind === 'divider')
                return (
                  <tr key={item.text} data-row class="divider" aria-rowindex={place + 1}>
                    <td colSpan={columns.length + 1}>
                      <span>{item.text}</span>
                    </td>
                  </tr>
                );
              const { id } = item.entry.session;
              return (
                <RankedRow
                  key={id}
                  item={item}
                  columns={columns}
                  place={place}
                  differences={differences.get(id) ?? []}
                  withSymbol={props.withSymbol}
                  isMarked={marked.some((other) => other.id === id)}
                  mark={(isMarked) => mark(item, isMarked)}
                  toggle={() => toggle(id)}
                />
              );
            })}
            <Space height={drawn.below} />
          </tbody>
        </table>
      </Scroll>
      {hasMore && (
        <p class="quiet small" ref={end}>
          Further sessions follow.
        </p>
      )}
      {view.set === 'research' && columns.includes('deflatedSharpe') && (
        <p class="note">
          The deflated Sharpe ratio is the probability that a session is better than the best of as many tries
          without skill would be by luck alone. Sessions with the same trades count as one try and are one
          row.
        </p>
      )}
    </div>
  );
}

const Space = ({ height }: { height: number }) =>
  height > 0 ? <tr class="space" aria-hidden="true" style={{ height: `${height}px` }} /> : null;
