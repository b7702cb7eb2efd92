import { useContext } from 'preact/hooks';
import { type ExplainedFigure, ExplainerContext, ExplanationText } from '../explainer.js';
import { FIGURE_GROUPS, figureOf, writeFigure } from '../figures.js';
import { accountDecimals } from '../format.js';
import type { SheetData } from '../sheet-data.js';
import { Panel, Skeleton } from './panel.js';
import { riskGroups } from './risk-groups.js';

/** All figures, each with its explanation. */
export function FiguresPanel({ data }: { readonly data: SheetData }) {
  const { stats, risk, session } = data;
  const decimals = accountDecimals(session.initialBalance);
  return (
    <Panel
      id="all-figures"
      title="All figures"
      span={12}
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
          {FIGURE_GROUPS.map(({ title, rows }) => (
            <section key={title}>
              <h3>{title}</h3>
              {rows.map((row) => (
                <FigureLine
                  key={row.name}
                  figure={row.name}
                  label={row.label}
                  value={writeFigure(row.form, figureOf(stats, row.name, risk), decimals)}
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
