import { HeadRow } from '../../report/panels/head-row.js';
import type { SessionComparisonDto } from '../../../src/review/comparison/comparison.dto.js';
import type { PairDto } from '../../../src/review/comparison/pair.dto.js';
import { Scroll } from '../../report/charts/scroll.js';
import { number, share, signed } from '../../report/format.js';
import type { Faces } from '../faces/use-faces.js';
import { Choice } from '../../report/panels/panel.js';

const UNIT_NAMES: Readonly<Record<string, string>> = {
  plNet: 'net of a trade, money',
  rMultiple: 'R of a trade',
  plPct: 'net of a trade, %',
};

const SCOPES = [
  ['first', 'Against the first'],
  ['all', 'All pairs'],
] as const;

export type PairsScope = (typeof SCOPES)[number][0];

interface PairsProps {
  readonly pairs: readonly PairDto[];
  readonly sessions: readonly SessionComparisonDto[];
  /** Returns the name of a session with what tells it apart. */
  readonly nameOf: Faces['fullName'];
  readonly scope: PairsScope;
  readonly onScope: (scope: PairsScope) => void;
}

/**
 * A table of pairs of sessions, which shows whether the two sessions differ by more than chance. A pair consists of the
 * first session and another session, or of any session and a later session.
 */
export function Pairs({ pairs, sessions, nameOf: fullName, scope, onScope }: PairsProps) {
  if (pairs.length === 0) return null;
  const nameOf = (id: string) => {
    const found = sessions.find(({ session }) => session.id === id);
    return found ? fullName(found.session) : id;
  };
  const [first] = pairs as [PairDto];
  const isAll = pairs.some(({ a }) => a !== first.a);
  return (
    <section class="card span-12" aria-label="Could the difference be chance?">
      <header class="card-head">
        <h2>Could the difference be chance?</h2>
        <span class="quiet">
          Welch’s t-test of {isAll ? 'each two sessions' : `${nameOf(first.a)} against each other session`}
        </span>
        {sessions.length > 2 && (
          <div class="tools">
            <Choice label="Pairs" options={SCOPES} value={scope} onChange={onScope} />
          </div>
        )}
      </header>
      <Scroll name="Welch’s t-test">
        <table>
          <HeadRow
            texts={[isAll ? 'Pair' : 'Against', 'Mean of']}
            numbers={['Difference', '95 % interval', 't', 'p', 'n', 'Same market time']}
          />
          <tbody>
            {pairs.map((pair) => (
              <tr key={`${pair.a} ${pair.b}`} data-pair={pair.b}>
                <th scope="row" class="name">
                  {isAll && `${nameOf(pair.a)} · `}
                  {nameOf(pair.b)}
                </th>
                <td class="nowrap">{UNIT_NAMES[pair.unit]}</td>
                <td class="num">{signed(pair.difference)}</td>
                <td class="num">{pair.low === null ? '–' : `${signed(pair.low)} to ${signed(pair.high)}`}</td>
                <td class="num">{number(pair.tStatistic)}</td>
                <td class="num">{number(pair.pValue, 3)}</td>
                <td class="num">
                  {number(pair.n.a, 0)}, {number(pair.n.b, 0)}
                </td>
                <td class="num">{share(pair.sharedMarketTime, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="note">
        p says how often chance alone makes a difference of this size: of twenty comparisons, about one is
        below 0.05. Sessions in the same market at the same time are not independent.
      </p>
    </section>
  );
}
