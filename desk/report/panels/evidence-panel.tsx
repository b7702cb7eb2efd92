import type { EvidenceQuestionDto } from '../../../src/review/evidence/routes/evidence.dto.js';
import { FigureLabel } from '../explainer.js';
import { amountDecimals, plural } from '../format.js';
import { hasChangedAnswers } from '../has-changed-answers.js';
import type { SheetData } from '../sheet-data.js';
import { EVIDENCE_TEXTS, type EvidenceText } from './evidence-questions.js';
import { measuredText, reasonText } from './evidence-texts.js';
import { AddCandles } from './no-candles.js';
import { AllTradesNote, Panel } from './panel.js';
import { PanelLink } from './panel-link.js';

interface EvidencePanelProps {
  readonly data: SheetData;
  /**
   * Called with the id of the panel whose question the user chose. If undefined, the questions are links within the
   * file.
   */
  readonly onPanel?: (panel: string) => void;
  /** Address of the page about the tries of the session's study. */
  readonly triesLink?: string;
}

/**
 * The questions that decide whether a result is real. There is no total score, because many favourable answers would
 * hide a fatal one.
 */
export function EvidencePanel({ data, ...links }: EvidencePanelProps) {
  const { evidence } = data;
  const computing = evidence?.pending ?? 0;
  return (
    <Panel id="evidence" title="Evidence" about="is the result real?">
      <ul class="questions" aria-busy={!evidence || computing > 0}>
        {EVIDENCE_TEXTS.map((text) => (
          <Row
            key={text.question}
            text={shownText(text, data)}
            answer={evidence?.questions.find(({ question }) => question === text.question)}
            session={data.session}
            {...links}
          />
        ))}
      </ul>
      {computing > 0 && (
        <p class="note" role="status">
          {plural(computing, 'question waits', 'questions wait')} for analyses that are still computed.
        </p>
      )}
      <AllTradesNote data={data} />
    </Panel>
  );
}

/** Returns the text of a question. It leads to the first answers only if their panel is shown. */
const shownText = (text: EvidenceText, { firstAnswers }: SheetData): EvidenceText =>
  text.panel === 'first-answers' && !(firstAnswers && hasChangedAnswers(firstAnswers))
    ? { ...text, panel: null }
    : text;

interface RowProps extends Omit<EvidencePanelProps, 'data'> {
  readonly text: EvidenceText;
  /** The answer to the question; undefined until it has arrived. */
  readonly answer: EvidenceQuestionDto | undefined;
  readonly session: SheetData['session'];
}

const VERDICTS: Readonly<
  Record<EvidenceQuestionDto['verdict'], { readonly sign: string; readonly words: string }>
> = {
  supports: { sign: '✓', words: 'supports' },
  doubts: { sign: '✗', words: 'doubts' },
  'cannot-say': { sign: '?', words: 'cannot say' },
};

function Row({ text, answer, session, ...links }: RowProps) {
  const measured =
    answer && measuredText(answer, session.accountCurrency, amountDecimals(session.initialBalance));
  const reason = answer && reasonText(answer);
  return (
    <li data-question={text.question} data-verdict={answer?.verdict}>
      <span class="verdict">
        {answer ? (
          <>
            <span aria-hidden="true">{VERDICTS[answer.verdict].sign}</span> {VERDICTS[answer.verdict].words}
          </>
        ) : (
          '…'
        )}
      </span>
      <span>
        <QuestionLink text={text} {...links} />
        <span class="small quiet">
          {measured &&
            (text.figure ? (
              <FigureLabel figure={text.figure} place="evidence">
                {measured}
              </FigureLabel>
            ) : (
              measured
            ))}
          {measured && reason && '; '}
          {reason}
          {answer?.sentence && `${measured || reason ? '. ' : ''}${answer.sentence}`}
          {answer?.reason === 'candles-unavailable' && (
            <>
              {' '}
              <AddCandles />
            </>
          )}
          {!measured && !reason && !answer?.sentence && '\u00a0'}
        </span>
      </span>
    </li>
  );
}

/** A question as a link to the panel that shows its figure. */
function QuestionLink({ text: { words, panel }, onPanel, triesLink }: Omit<RowProps, 'answer' | 'session'>) {
  if (panel === 'tries') return triesLink ? <a href={triesLink}>{words}</a> : <>{words}</>;
  if (panel === null) return <>{words}</>;
  return (
    <PanelLink id={panel} {...(onPanel && { onPanel })}>
      {words}
    </PanelLink>
  );
}
