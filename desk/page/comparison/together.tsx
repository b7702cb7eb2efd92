import type { ComparisonAnswer, CombinedSessionsDto } from '../../../src/review/comparison/comparison.dto.js';
import { HeatMap } from '../../report/charts/heat-map.js';
import type { Faces } from '../faces/use-faces.js';
import { count, negative, number, percent, signedPercent } from '../../report/format.js';

/** The correlations of the daily returns of the sessions, and the figures of all sessions as one account. */
export function Together(props: { answer: ComparisonAnswer; nameOf: Faces['fullName'] }) {
  const { answer, nameOf } = props;
  const { sessions, correlation, combined } = answer;
  if (sessions.length < 2) return null;
  const names = sessions.map(({ session }, place) => `${place + 1}. ${nameOf(session)}`);
  return (
    <section class="card span-12" aria-label="Together">
      <header class="card-head">
        <h2>Together</h2>
        <span class="quiet">correlation of daily returns</span>
      </header>
      <HeatMap
        name="Correlation of daily returns"
        corner="Session"
        columns={names.map((_, place) => `${place + 1}`)}
        rows={correlation.map((row, place) => ({
          name: names[place]!,
          cells: row.map((value, column) => ({
            value,
            text: number(value),
            title: `${names[place]!} with ${names[column]!}`,
            isTotal: place === column,
          })),
        }))}
      />
      <p>{sentenceOf(combined)}</p>
      <p class="note">
        1 means that the sessions win and lose on the same days, and then two sessions are little more than
        one. A correlation needs 20 days that both sessions have, in the same time zone.
      </p>
    </section>
  );
}

function sentenceOf({ days, sharpe, returnPct, maxDrawdownPct }: CombinedSessionsDto): string {
  if (days === 0)
    return 'These sessions have no figures as one account: they share no day, have different time zones, or one has no daily returns.';
  return (
    `As one account, in equal parts every day anew, over the ${count(days)} days that all have: return ` +
    `${signedPercent(returnPct)}, Sharpe ${number(sharpe)}, deepest drawdown ${percent(negative(maxDrawdownPct))}.`
  );
}
