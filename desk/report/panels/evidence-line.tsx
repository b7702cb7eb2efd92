import { Fragment } from 'preact';
import type { SheetData } from '../sheet-data.js';
import { EVIDENCE_TEXTS } from './evidence-questions.js';
import { PanelLink } from './panel-link.js';

interface EvidenceLineProps {
  readonly data: SheetData;
  /** Called with the id of a panel that the user chose. If undefined, panels are links within the file. */
  readonly onPanel?: (panel: string) => void;
}

const VERDICTS = [
  ['supports', 'support'],
  ['doubts', 'doubt'],
  ['cannot-say', 'cannot say'],
] as const;

/** Maximum number of doubtful questions in the line. */
const MAX_NAMED = 2;

/** The number of questions with each verdict, and the questions that cast doubt on the result. */
export function EvidenceLine({ data: { evidence, slice }, ...links }: EvidenceLineProps) {
  const questions = evidence?.questions ?? [];
  const doubts = questions.filter(({ verdict }) => verdict === 'doubts');
  const named = doubts.slice(0, MAX_NAMED);
  const wordsOf = (question: string) => EVIDENCE_TEXTS.find((text) => text.question === question)?.words;
  return (
    <div class="card evidence-line" aria-busy={!evidence}>
      <PanelLink id="evidence" {...links}>
        Evidence
      </PanelLink>
      {evidence ? (
        <span class="verdicts">
          {VERDICTS.map(([verdict, words], place) => (
            <Fragment key={verdict}>
              {place > 0 && ' · '}
              <span data-verdict={verdict}>
                {questions.filter((question) => question.verdict === verdict).length} {words}
              </span>
            </Fragment>
          ))}
        </span>
      ) : (
        <span class="quiet">…</span>
      )}
      {slice && <span class="quiet small">of all trades</span>}
      {doubts.length > 0 && (
        <span class="quiet small">
          In doubt: {named.map(({ question }) => wordsOf(question)).join(' ')}
          {doubts.length > named.length && ` And ${doubts.length - named.length} more.`}
        </span>
      )}
    </div>
  );
}
