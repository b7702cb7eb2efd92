import type { SessionComparisonDto } from '../../../src/comparison/comparison.dto.js';
import { day } from '../../report/dates.js';
import { count, accountDecimals, number, percent, share, signed, tone } from '../../report/format.js';
import type { Session } from '../../api/sessions.js';
import { sessionLink } from '../router/route.js';
import { Tags } from '../ui/tags.js';
import { Spark } from '../../report/charts/spark.js';

/** A row of the session list. The profit factor, the drawdown and the curve arrive after the other cells. */
export function SessionRow(props: {
  session: Session;
  outline: SessionComparisonDto | undefined;
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
}) {
  const { session, outline } = props;
  const { summary, name, accountCurrency } = session;
  const hasTrades = summary.tradeCount > 0;
  const net = hasTrades ? summary.plNet : null;
  const drawdown = outline?.figures.maxDrawdownPct;
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={`Compare ${name}`}
          checked={props.isChosen}
          onChange={(event) => props.choose(event.currentTarget.checked)}
        />
      </td>
      <th scope="row" class="name">
        <a href={sessionLink(session.id)}>{name}</a>
        <Tags tags={session.tags} />
      </th>
      <td class={`num ${tone(net)}`}>
        {signed(net, accountDecimals(session.initialBalance))}{' '}
        <span class="quiet small">{accountCurrency}</span>
      </td>
      <td class="num">{number(outline?.figures.netProfitFactor)}</td>
      <td class="num">{share(hasTrades ? summary.winCount / summary.tradeCount : null)}</td>
      <td class="num">{percent(hasTrades && drawdown !== undefined ? -drawdown : null, 1)}</td>
      <td class="num">{count(summary.tradeCount)}</td>
      <td class="curve">
        {outline && outline.equity.length > 1 && (
          <Spark
            values={outline.equity.map(({ equityPct }) => equityPct)}
            start={100}
            name={`Equity of ${name}`}
          />
        )}
      </td>
      <td class="num nowrap">
        {session.status === 'active' ? 'active' : day(session.endedAt, session.accountTimezone)}
      </td>
    </tr>
  );
}
