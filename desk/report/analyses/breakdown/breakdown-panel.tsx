import { useState } from 'preact/hooks';
import { useIsInteractive } from '../../charts/sized.js';
import { plural } from '../../format.js';
import type { PanelProps } from '../analysis.js';
import { BreakdownPart, type Part } from './breakdown-part.js';
import { MAX_GROUP_ROWS } from './group-order.js';
import { Choice, Panel, Skeleton } from '../../panels/panel.js';
import { breakdownParts } from './breakdown-parts.js';

/** Results by side, symbol, reasons and tags, duration, month, weekday and hour. */
export default function BreakdownPanel({ data, onGroup }: PanelProps) {
  const [isByCount, setByCount] = useState(true);
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const isInteractive = useIsInteractive();
  const { bySide, byHour, session } = data;
  const parts = breakdownParts(data);
  const tools = isInteractive && (
    <Choice
      label="Order of the groups"
      options={[
        ['count', 'by n'],
        ['natural', 'in order'],
      ]}
      value={isByCount ? 'count' : 'natural'}
      onChange={(order) => setByCount(order === 'count')}
    />
  );
  return (
    <Panel
      id="breakdown"
      title="Breakdown"
      isLong
      tools={tools}
      about={`weekday and hour of the entry, month of the exit, ${session.accountTimezone}; win rate with its 95 % interval${onGroup ? '; choose a group to see only its trades' : ''}`}
    >
      {!bySide && <Skeleton height={240} />}
      <div class="parts">
        {parts.map((part) => (
          <section key={part.title} class="part-of">
            <BreakdownPart
              data={data}
              part={part}
              isByCount={isByCount}
              isWhole={whole.has(part.title)}
              {...(onGroup && { onGroup })}
            />
            <Rest
              part={part}
              isWhole={whole.has(part.title)}
              {...(isInteractive && { show: () => setWhole(new Set([...whole, part.title])) })}
            />
          </section>
        ))}
      </div>
      {bySide && !byHour && <Skeleton height={120} />}
    </Panel>
  );
}

/** A note about the groups that are not shown, with a button that shows them. */
function Rest(props: { readonly part: Part; readonly isWhole: boolean; readonly show?: () => void }) {
  const { part, isWhole, show } = props;
  const hidden = isWhole ? 0 : part.rows.length - MAX_GROUP_ROWS;
  return (
    <>
      {hidden > 0 && (
        <p class="note">
          {plural(hidden, 'more group')}
          {show && (
            <>
              {' '}
              <button type="button" class="screen-only" onClick={show}>
                Show all
              </button>
            </>
          )}
        </p>
      )}
      {part.omitted > 0 && <p class="note">{plural(part.omitted, 'group')} with fewer trades left out.</p>}
    </>
  );
}
