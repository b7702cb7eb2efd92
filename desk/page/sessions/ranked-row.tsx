import { count, plural } from '../../report/format.js';
import { SessionFace } from '../faces/session-face.js';
import { sessionLink } from '../router/route.js';
import { answerNotes } from '../selection/answer-notes.js';
import type { ColumnName } from './column-names.js';
import { columnOf } from './columns.js';
import type { TableItem } from './table-items.js';

interface RankedRowProps {
  readonly item: TableItem & { readonly kind: 'session' };
  readonly columns: readonly ColumnName[];
  /** Place of the row in the table, from 1. */
  readonly place: number;
  readonly differences: readonly string[];
  readonly withSymbol: boolean;
  readonly isMarked: boolean;
  readonly mark: (isMarked: boolean) => void;
  readonly toggle: () => void;
}

/** A row of the list of sessions: the session with its face, and its figures. */
export function RankedRow(props: RankedRowProps) {
  const { item, columns, differences } = props;
  const { entry, isOpened, isRepeat } = item;
  const { session, rank, repeats, selection, answers } = entry;
  const notes = answerNotes(answers).join(', ');
  const others = repeats - 1;
  const classes = [
    props.isMarked && 'selected',
    isRepeat && 'repeat',
    (rank === null || selection?.verdict === 'unknown') && 'unjudged',
  ];
  return (
    <tr
      data-row
      data-session={session.id}
      aria-rowindex={props.place + 1}
      class={classes.filter(Boolean).join(' ') || undefined}
    >
      <th scope="row" class="name">
        <div>
          <input
            type="checkbox"
            aria-label={`Mark ${[session.name, ...differences].join(' · ')}`}
            checked={props.isMarked}
            onChange={(event) => props.mark(event.currentTarget.checked)}
          />
          <span class="rank">{isRepeat ? '' : rank}</span>
          <div class="names">
            <span class="first-line">
              <a href={sessionLink(session.id)}>{session.name}</a>
              {repeats > 1 && !isRepeat && (
                <button
                  type="button"
                  class="repeats"
                  aria-expanded={isOpened}
                  aria-label={`×${count(repeats)}: ${plural(others, 'other session')} with the same trades`}
                  title={`${plural(others, 'other session')} with the same trades`}
                  onClick={props.toggle}
                >
                  ×{count(repeats)}
                </button>
              )}
              {notes !== '' && <span class="quiet small answer-notes">{notes}</span>}
            </span>
            <SessionFace session={session} differences={differences} withSymbol={props.withSymbol} />
          </div>
        </div>
      </th>
      {columns.map((name) => {
        const column = columnOf(name);
        return (
          <td key={name} class={column.className(entry)} data-column={name} data-head={column.head}>
            {column.cell(entry)}
          </td>
        );
      })}
    </tr>
  );
}
