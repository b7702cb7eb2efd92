import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { EquityAnswer } from '../../analysis/equity/equity.dto.js';
import type { FirstAnswersAnswer } from '../../analysis/first-answers/first-answers.dto.js';
import type { FillsAnswer } from '../../analysis/fills/fills.dto.js';
import type { HindsightAnswer } from '../../analysis/hindsight/hindsight.dto.js';
import { type AnalysisRequest, AnalysisService } from '../../analysis/service/analysis.service.js';
import { DefaultAnswersService } from '../../analysis/routes/default-answers.service.js';
import type { TimestampsAnswer } from '../../analysis/timestamps/timestamps.dto.js';
import type { TimingAnswer } from '../../analysis/timing/timing.dto.js';
import type { TradeRequest } from '../../analysis/service/trade-route.js';
import type { TradeEvidence, TradeEvidenceSettings } from '../../analysis/trade-evidence/trade-evidence.js';
import { evidenceTask } from '../../analysis/trade-evidence/trade-evidence.task.js';
import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import {
  TaggedAnswer,
  type TaggedJson,
  entityTag,
  namesTag,
  notModified,
} from '../../../platform/http/tagged-answer.js';
import { Problem } from '../../../shared/problems/problem.js';
import { isTooManyTrades } from '../../../shared/problems/too-many-trades.js';
import { SelectionService, type SessionSelection } from '../../selection/routes/selection.service.js';
import type { Session } from '../../../sessions/session.entity.js';
import { SessionsService } from '../../../sessions/sessions.service.js';
import { type EvidenceSources, answerQuestions } from '../questions/answer-questions.js';
import type { Found } from '../questions/found.js';
import { BackgroundWork, type Pending } from './background-work.js';
import type { EvidenceAnswer, EvidenceQuery } from './evidence.dto.js';

/** Maximum time that a request waits for analyses that take longer, ms. */
const MAX_WAIT_MS = 2_000;

/** The responses of the analyses that take longer. */
interface SlowAnswers {
  readonly firstAnswers: FirstAnswersAnswer;
  readonly timing: TimingAnswer;
  readonly equity: EquityAnswer;
  readonly fills: FillsAnswer;
  readonly timestamps: TimestampsAnswer;
  readonly selection: SessionSelection;
}

/** A response of an analysis with its ETag. The ETag is null if the response may change without a write. */
interface Versioned<Answer> {
  readonly answer: Answer;
  readonly etag: string | null;
}

type TradeThresholds = Pick<EvidenceQuery, 'costFactor' | 'bestShare'>;

/** The analyses that take longer, by the names of their answers. */
const SLOW_ANALYSES = {
  firstAnswers: 'first-answers',
  timing: 'timing',
  equity: 'equity',
  fills: 'fills',
  timestamps: 'timestamps',
} as const;
const DEFAULTS = { breakEvenThreshold: 0 };

@Injectable()
export class SessionEvidenceService implements OnApplicationShutdown {
  /** Maximum time that a request waits, ms. Tests set a shorter time. */
  readonly waitMs: number = MAX_WAIT_MS;
  private readonly behind = new BackgroundWork<Versioned<SlowAnswers[keyof SlowAnswers]>>();
  private readonly stopped = new AbortController();

  constructor(
    private readonly sessions: SessionsService,
    private readonly analysis: AnalysisService,
    private readonly answers: DefaultAnswersService,
    private readonly selection: SelectionService,
  ) {
    // Each analysis adds a listener to the signal. Without this call, Node.js would warn of a leak if there are more
    // than ten listeners.
    setMaxListeners(0, this.stopped.signal);
  }

  onApplicationShutdown(): void {
    this.stopped.abort();
  }

  /**
   * Returns the evidence for and against the results of a session, as the JSON of an `EvidenceAnswer`.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  async get(request: AnalysisRequest<EvidenceQuery>): Promise<TaggedJson> {
    const { workspaceId, sessionId, query, ifNoneMatch } = request;
    const session = await this.sessions.get(workspaceId, sessionId);
    const asked = { ...request, ifNoneMatch: undefined };
    const [trades, hindsight] = await Promise.all([
      this.ofTrades(asked).then(parsed<TradeEvidence>),
      this.answers.get('hindsight', { ...asked, query: DEFAULTS }).then(parsed<HindsightAnswer>),
    ]);
    const slow = this.startSlow(session, asked);
    await this.waitFor(Object.values(slow).map(({ ended }) => ended));
    const found = foundIn(slow);
    const { questions, pending } = answerQuestions(
      {
        initialBalance: session.initialBalance,
        trades: trades.answer,
        seenEntryShare: hindsight.answer.seenEntryShare,
        ...found.answers,
      },
      query,
    );
    const etag = evidenceTag(query, [trades.etag, hindsight.etag, ...found.etags]);
    if (etag !== null && namesTag(ifNoneMatch, etag)) return notModified(etag);
    const body: EvidenceAnswer = {
      calculationVersion: CALCULATION_VERSION,
      questions: [...questions],
      pending,
    };
    return new TaggedAnswer(etag, [Buffer.from(JSON.stringify(body))]);
  }

  /**
   * Returns the figures of the trades that the questions use, as the JSON of a `TradeEvidence`.
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  ofTrades(request: AnalysisRequest<TradeThresholds>): Promise<TaggedJson> {
    const { costFactor, bestShare } = request.query;
    const evidence: TradeRequest<object, TradeEvidenceSettings> = {
      task: evidenceTask,
      settings: (_, { session: { initialBalance } }) => ({ initialBalance, costFactor, bestShare }),
    };
    return this.analysis.answer(evidence, { ...request, query: {} });
  }

  /**
   * Returns the figures of the session among the tries of its study, as the JSON of a `SessionSelection`.
   * @throws Problem SESSION_NOT_FOUND
   */
  async ofTries(
    request: Pick<AnalysisRequest<object>, 'workspaceId' | 'sessionId' | 'client'>,
  ): Promise<TaggedJson> {
    const session = await this.sessions.get(request.workspaceId, request.sessionId);
    const { answer, etag } = await this.selectionOf(session, request.client.signal);
    return new TaggedAnswer(etag, [Buffer.from(JSON.stringify(answer))]);
  }

  private async selectionOf(
    { workspaceId, projectId, id, trial }: Session,
    signal: AbortSignal,
  ): Promise<Versioned<SessionSelection>> {
    const answer = await this.selection.ofSession(workspaceId, projectId, trial.study, id, signal);
    return { answer, etag: answer.state === 'pending' ? null : JSON.stringify(answer) };
  }

  /** Starts the analyses that take longer, unless they are already in progress for this revision of the session. */
  private startSlow(session: Session, request: AnalysisRequest<EvidenceQuery>): SlowWork {
    const { workspaceId, id, revision, status, trial } = session;
    const client = { signal: this.stopped.signal };
    const keyOf = (name: string) => JSON.stringify([workspaceId, id, revision, status, trial.study, name]);
    const analyses = Object.entries(SLOW_ANALYSES).map(([name, analysis]) => {
      const work = () =>
        this.answers.get(analysis, { ...request, client, query: DEFAULTS }).then(parsed<TimingAnswer>);
      return [name, this.behind.join(keyOf(name), work)];
    });
    const selection = this.behind.join(keyOf('selection'), () => this.selectionOf(session, client.signal));
    return { ...Object.fromEntries(analyses), selection } as SlowWork;
  }

  private async waitFor(ended: readonly Promise<void>[]): Promise<void> {
    const waited = new AbortController();
    try {
      const timer = wait(this.waitMs, undefined, { signal: waited.signal }).catch(() => undefined);
      await Promise.race([Promise.all(ended), timer]);
    } finally {
      waited.abort();
    }
  }
}

type SlowWork = { readonly [Name in keyof SlowAnswers]: Pending<Versioned<SlowAnswers[Name]>> };

/** Parses a response. A response always has a body if the request does not allow a 304. */
const parsed = <Answer>({ etag, body }: TaggedJson): Versioned<Answer> => ({
  answer: JSON.parse(Buffer.concat(body!).toString()) as Answer,
  etag,
});

/**
 * Returns the results that are known so far.
 * @throws what an analysis throws, unless the analysis has too many trades or is busy
 */
function foundIn(slow: SlowWork) {
  const results = Object.entries(slow).map(([name, work]) => [name, resultOf(work)] as const);
  return {
    answers: Object.fromEntries(results.map(([name, { answer }]) => [name, answer])) as Omit<
      EvidenceSources,
      'initialBalance' | 'trades' | 'seenEntryShare'
    >,
    etags: results.map(([, { etag }]) => etag),
  };
}

function resultOf(work: Pending<Versioned<object>>): Versioned<Found<object>> {
  try {
    return work.result() ?? { answer: 'computing', etag: null };
  } catch (error) {
    if (isTooManyTrades(error)) return { answer: 'too-many-trades', etag: null };
    if (error instanceof Problem && error.code === 'BUSY') return { answer: 'computing', etag: null };
    throw error;
  }
}

/** Returns the ETag of the response; null if the response of any of the analyses has no ETag. */
function evidenceTag(query: EvidenceQuery, etags: readonly (string | null)[]): string | null {
  if (etags.includes(null)) return null;
  return entityTag([CALCULATION_VERSION, 'evidence', evidenceTask.version, JSON.stringify(query), ...etags]);
}
