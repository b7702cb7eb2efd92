import type { SessionComparisonDto } from '../../../src/review/comparison/comparison.dto.js';
import type { Session } from '../../api/sessions.js';
import { sessionLink } from '../router/route.js';
import type { ColumnName } from './column-names.js';
import { COLUMNS } from './columns.js';

/** A row of the list of sessions. The profit factor, the drawdown and the curve arrive after the other cells. */
export function SessionRow(props: {
  session: Session;
  columns: readonly ColumnName[];
  outline: SessionComparisonDto | undefined;
  isMarked: boolean;
  mark: (isMarked: boolean) => void;
}) {
  const { session, outline } = props;
  return (
    <tr class={props.isMarked ? 'selected' : undefined}>
      <th scope="row" class="name">
        <div>
          <input
            type="checkbox"
            aria-label={`Mark ${session.name}`}
            checked={props.isMarked}
            onChange={(event) => props.mark(event.currentTarget.checked)}
          />
          <a href={sessionLink(session.id)}>{session.name}</a>
        </div>
      </th>
      {props.columns.map((column) => (
        <td key={column} class={COLUMNS[column].className(session)}>
          {COLUMNS[column].cell(session, outline)}
        </td>
      ))}
    </tr>
  );
}
