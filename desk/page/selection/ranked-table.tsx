import { useEffect, useRef } from 'preact/hooks';
import type { LeaderboardAnswer } from '../../../src/review/selection/routes/leaderboard.dto.js';
import { Spark } from '../../report/charts/spark.js';
import { Scroll } from '../../report/charts/scroll.js';
import { UNDEFINED, number, tone } from '../../report/format.js';
import { sessionLink } from '../router/route.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { type Outlined, useOutlines } from '../ui/use-outlines.js';
import { useRowWindow } from '../ui/use-row-window.js';
import { PARAMETER_PREFIX, fieldLabel, figureText, parameterText } from './figure-text.js';
import type { LeaderboardView } from './leaderboard-view.js';
import { VERDICT_TONES, VERDICT_WORDS } from './verdicts.js';

type Entry = LeaderboardAnswer['sessions'][number];

const FIGURES = ['sharpe', 'plNetPct', 'maxDrawdownPct', 'tradeCount'] as const;

interface RankedTableProps {
  readonly projectId: string;
  readonly sessions: readonly Entry[];
  /** Names of the parameters that have columns. */
  readonly parameters: readonly string[];
  readonly view: LeaderboardView;
  readonly sortBy: (field: string) => void;
  readonly hasMore: boolean;
  readonly readMore: () => void;
}

/** The figures of a session change when its trades change, so they identify the state of the session. */
const outlined = ({ session: { id }, figures }: Entry): Outlined => ({
  id,
  state: `${figures?.tradeCount} ${figures?.plNet}`,
});

/**
 * The sessions of a leaderboard. Only the rows near the visible part of the page are drawn, and the next page is read when
 * the end of the table comes into view.
 */
export function RankedTable({
  projectId,
  sessions,
  parameters,
  view,
  sortBy,
  hasMore,
  readMore,
}: RankedTableProps) {
  const end = useRef<HTMLParagraphElement>(null);
  const more = useRef(readMore);
  more.current = readMore;
  useEffect(() => {
    const { current } = end;
    if (!current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: '600px',
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [hasMore, sessions.length]);
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = useRowWindow(body, sessions.length);
  const shown = sessions.slice(drawn.first, drawn.last);
  const outlines = useOutlines(projectId, shown.filter(({ pending }) => !pending).map(outlined));
  const figures = FIGURES.filter((name) => name !== view.sort);
  const isFigure = !view.sort.startsWith(PARAMETER_PREFIX);
  const columns = [
    ...(isFigure ? [view.sort] : []),
    ...parameters.map((name) => PARAMETER_PREFIX + name),
    ...figures,
  ];
  return (
    <>
      {outlines.problem && <ProblemNotice problem={outlines.problem} retry={outlines.retry} />}
      <Scroll name="Leaderboard">
        <table class="ranked" aria-rowcount={hasMore ? -1 : sessions.length + 1}>
          <thead>
            <tr>
              <th scope="col">Session</th>
              {columns.map((field) => (
                <th
                  key={field}
                  scope="col"
                  class="num"
                  aria-sort={
                    field === view.sort ? (view.order === 'asc' ? 'ascending' : 'descending') : undefined
                  }
                >
                  <button type="button" class="sort" onClick={() => sortBy(field)}>
                    {fieldLabel(field)}
                  </button>
                </th>
              ))}
              <th scope="col" class="num">
                Deflated Sharpe
              </th>
              <th scope="col">Verdict</th>
              <th scope="col">Equity</th>
            </tr>
          </thead>
          <tbody ref={body}>
            <Space height={drawn.above} />
            {shown.map((entry, row) => (
              <RankedRow
                key={entry.session.id}
                entry={entry}
                columns={columns}
                place={drawn.first + row + 1}
                equity={outlines.outlineOf(outlined(entry))?.equity ?? []}
              />
            ))}
            <Space height={drawn.below} />
          </tbody>
        </table>
      </Scroll>
      {hasMore && (
        <p class="more-rows" ref={end}>
          <button type="button" onClick={readMore}>
            Show more sessions
          </button>
        </p>
      )}
    </>
  );
}

/** An empty row in place of the rows that are not drawn. */
const Space = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden="true">
      <td style={{ height: `${height}px` }} />
    </tr>
  ) : null;

interface RankedRowProps {
  readonly entry: Entry;
  readonly columns: readonly string[];
  /** Rank in the whole list, starting at 1. */
  readonly place: number;
  readonly equity: readonly { readonly equityPct: number }[];
}

function RankedRow({ entry, columns, place, equity }: RankedRowProps) {
  const { session, trial, figures, pending, selection } = entry;
  const values = figures as Readonly<Record<string, unknown>> | null;
  return (
    <tr data-row data-session={session.id} aria-rowindex={place + 1}>
      <th scope="row" class="name">
        <a href={sessionLink(session.id)}>{session.name}</a>
      </th>
      {columns.map((field) => {
        if (field.startsWith(PARAMETER_PREFIX)) {
          const text = parameterText(trial.parameters[field.slice(PARAMETER_PREFIX.length)]);
          return (
            <td key={field} class="num">
              {text}
            </td>
          );
        }
        const value = (values?.[field] ?? null) as number | null;
        const colour = field === 'plNetPct' || field === 'plNet' ? tone(value) : '';
        return (
          <td key={field} class={`num ${colour}`}>
            {pending ? '…' : figureText(field, value)}
            {field === 'plNet' && !pending && <span class="quiet"> {session.accountCurrency}</span>}
          </td>
        );
      })}
      <td class="num">{selection ? number(selection.deflatedSharpe, 3) : UNDEFINED}</td>
      <td class={`nowrap ${selection ? VERDICT_TONES[selection.verdict] : 'quiet'}`}>
        {selection ? VERDICT_WORDS[selection.verdict] : UNDEFINED}
      </td>
      <td class="equity">
        {equity.length > 1 && (
          <Spark
            values={equity.map(({ equityPct }) => equityPct)}
            start={100}
            name={`Equity of ${session.name}`}
          />
        )}
      </td>
    </tr>
  );
}
