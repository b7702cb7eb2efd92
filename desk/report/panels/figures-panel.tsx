import type { ComponentChildren } from 'preact';
import { FIGURE_GROUPS, type FigureRow, figureOf, writeFigure } from '../figures.js';
import { accountDecimals, plural } from '../format.js';
import type { SheetExplanation, SheetData } from '../sheet-data.js';
import { Panel, Skeleton } from './panel.js';
import { riskGroups } from './risk-groups.js';

interface FiguresPanelProps {
  readonly data: SheetData;
  /** Called when the user opens a figure whose explanation is not loaded. */
  readonly onExplain?: (figure: string) => void;
}

/** All figures, each with its explanation. */
export function FiguresPanel({ data, onExplain }: FiguresPanelProps) {
  const { stats, risk, session } = data;
  const decimals = accountDecimals(session.initialBalance);
  return (
    <Panel
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
                  row={row}
                  value={writeFigure(row.form, figureOf(stats, row.name, risk), decimals)}
                  explanation={data.explanations?.[row.name]}
                  {...(onExplain && { onExplain })}
                />
              ))}
            </section>
          ))}
          {risk &&
            riskGroups(risk, decimals).map(({ title, rows }) => (
              <section key={title}>
                <h3>{title}</h3>
                {rows.map(([label, value]) => (
                  <div key={label} class="figure">
                    <Line label={label} value={value} />
                  </div>
                ))}
              </section>
            ))}
        </div>
      )}
    </Panel>
  );
}

interface FigureLineProps {
  readonly row: FigureRow;
  readonly value: string;
  readonly explanation: SheetExplanation | undefined;
  readonly onExplain?: (figure: string) => void;
}

function FigureLine({ row, value, explanation, onExplain }: FigureLineProps) {
  if (!explanation && !onExplain) {
    return (
      <div class="figure">
        <Line label={row.label} value={value} />
      </div>
    );
  }
  return (
    <details class="figure" onToggle={() => !explanation && onExplain?.(row.name)}>
      <summary>
        <span class="name">{row.label}</span>
        <span class="value">{value}</span>
      </summary>
      <div class="explanation">{explanation ? <ExplanationText {...explanation} /> : 'Loading …'}</div>
    </details>
  );
}

const Line = ({ label, value }: { readonly label: ComponentChildren; readonly value: string }) => (
  <div class="row">
    <span>{label}</span>
    <span class="value">{value}</span>
  </div>
);

const ExplanationText = ({ definition, formula, arithmetic, counted }: SheetExplanation) => (
  <>
    {definition}.{counted !== null && ` Of ${plural(counted, 'trade')}.`}
    <code>{formula}</code>
    {arithmetic !== null && <code>{arithmetic}</code>}
  </>
);
