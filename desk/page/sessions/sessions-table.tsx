import { useState } from 'preact/hooks';
import type { SessionFilter } from './session-filters.js';
import { SessionRows } from './session-rows.js';

/** Sessions, newest first, page by page. */
export function SessionsTable(props: {
  projectId: string;
  filter: SessionFilter;
  chosen: readonly string[];
  choose: (id: string, isChosen: boolean) => void;
}) {
  /** The cursor of each shown page. */
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <div class="card">
      <div class="scroll">
        <table class="sessions">
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden-text">Compare</span>
              </th>
              <th scope="col">Session</th>
              <th scope="col" class="num">
                Net
              </th>
              <th scope="col" class="num">
                PF, net
              </th>
              <th scope="col" class="num">
                Win
              </th>
              <th scope="col" class="num">
                Max DD
              </th>
              <th scope="col" class="num">
                n
              </th>
              <th scope="col">Equity</th>
              <th scope="col" class="num">
                Ended
              </th>
            </tr>
          </thead>
          {cursors.map((cursor, page) => (
            <SessionRows
              key={cursor ?? 'first'}
              projectId={props.projectId}
              filter={props.filter}
              cursor={cursor}
              chosen={props.chosen}
              choose={props.choose}
              more={
                page === cursors.length - 1 ? (next) => setCursors((before) => [...before, next]) : undefined
              }
            />
          ))}
        </table>
      </div>
    </div>
  );
}
