import { useContext } from 'preact/hooks';
import { type ExplainedFigure, ExplainerContext, ExplanationText } from '../../explainer.js';
import { figureOf, labelOf, writeFigure } from '../../figures.js';
import { amountDecimals } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { Panel, Skeleton } from '../../panels/panel.js';
import { FIGURE_GROUPS } from './figure-groups.js';
import { riskGroups } from './risk-groups.js';

/** All figures, each with its explanation. */
export default function FiguresPanel({ data }: { readonly data: SheetData }) {
  const { stats, risk, session } = data;
  const decimals = amountDecimals(session.initialBalance);
  return (
    <Panel
      id="all-figures"
      title="All figures"
      isLong
      about={
        <>
          amounts in {session.accountCurrency}
          <span class="screen-only">; open a figure to see how it is computed</span>
        </>
      }
    >
      {!stats && <Skeleton height={480} />}
      {stats && (
        <div class="figures">
          {FIGURE_GROUPS.map(({ title, names }) => (
            <section key={title}>
              <h3>{title}</h3>
              {names.map((name) => (
                <FigureLine
                  key={name}
                  figure={name}
                  label={labelOf(name)}
                  value={writeFigure(name, figureOf(stats, name, risk), decimals)}
                />
              ))}
            </section>
          ))}
          {risk &&
            riskGroups(risk, decimals).map(({ title, rows }) => (
              <section key={title}>
                <h3>{title}</h3>
                {rows.map(([figure, label, value]) => (
                  <FigureLine key={figure} figure={figure} label={label} value={value} />
                ))}
              </section>
            ))}
        </div>
      )}
    </Panel>
  );
}

interface FigureLineProps {
  readonly figure: ExplainedFigure;
  readonly label: string;
  readonly value: string;
}

function FigureLine({ figure, label, value }: FigureLineProps) {
  const { explanations, ask } = useContext(ExplainerContext);
  const explanation = explanations[figure];
  if (!explanation && !ask) {
    return (
      <div class="figure row">
        <span>{label}</span>
        <span class="value">{value}</span>
      </div>
    );
  }
  return (
    <details class="figure" onToggle={() => !explanation && ask?.(figure)}>
      <summary>
        <span class="name">{label}</span>
        <span class="value">{value}</span>
      </summary>
      <div class="explanation">{explanation ? <ExplanationText {...explanation} /> : 'Loading …'}</div>
    </details>
  );
}
