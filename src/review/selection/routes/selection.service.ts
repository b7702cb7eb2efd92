import { Injectable } from '@nestjs/common';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { StudiesService } from '../../trials/studies.service.js';
import { StudySessionsStore } from '../../trials/study-sessions.store.js';
import type { VersionedStudy } from './fields-reader.js';
import type { Study } from './study.js';
import { type JudgedTries, type JudgedTry, SELECTION_VERSION } from '../tries/judge-tries.js';
import type { SelectionBar } from '../tries/selection-bar.js';
import { annual, toTryDto } from './selected-try.js';
import type { SelectionAnswer, SelectionBarDto, SelectionQuery, TrialCountsDto } from './selection.dto.js';
import { type FoundStudy, StudiesReader, type StudyRequest } from './studies-reader.js';
import { DEFAULT_LEVEL } from './level.js';
import { type TryPage, placesOf, tryPage } from './try-page.js';

/** The comparison of a session with the tries of its study. */
export interface SessionSelection {
  readonly state: 'ready' | 'pending' | 'unavailable';
  readonly reason: 'no-trades' | 'too-many-trials' | 'no-variance' | null;
  /** Number N of the tries that count; null unless `state` is `ready`. */
  readonly trials: number | null;
  /** The bar that luck sets, as a Sharpe ratio per day. */
  readonly bar: number | null;
  readonly deflatedSharpe: number | null;
  readonly verdict: JudgedTry['verdict'];
}

/** Numbers of rows of a study and of all studies of its project. */
type TrialCounts = Awaited<ReturnType<StudiesService['counts']>>;

@Injectable()
export class SelectionService {
  constructor(
    private readonly reader: StudiesReader,
    private readonly studies: StudiesService,
    private readonly sessions: StudySessionsStore,
  ) {}

  /**
   * Compares the tries of a study with the bar that luck sets.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, BUSY
   */
  async selection(request: StudyRequest<SelectionQuery>): Promise<TaggedJson> {
    const { workspaceId, projectId, query } = request;
    const page = tryPage(projectId, query);
    const counts = await this.studies.counts(workspaceId, projectId, query.study ?? '');
    return this.reader.answer(
      request,
      `selection ${SELECTION_VERSION}`,
      (found, signal) =>
        found.state === 'ready'
          ? found.read(signal, async (study) => ({
              ...answerOf(found, counts, query, study.study),
              ...(await this.pageOfTries(study, query.level, page)),
            }))
          : { ...answerOf(found, counts, query, null), ...NO_TRIES },
      [counts],
    );
  }

  /**
   * Returns how one session compares with the tries of its study, at the default level.
   * @param study name of the study; null for the study of the project itself
   * @throws Problem PROJECT_NOT_FOUND
   */
  async ofSession(
    workspaceId: string,
    projectId: string,
    study: string | null,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<SessionSelection> {
    const found = await this.reader.find(workspaceId, projectId, study ?? '', signal);
    if (found.state !== 'ready') return { state: found.state, reason: found.reason, ...NOT_READY };
    return found.read(signal, ({ study }) => Promise.resolve(selectionOf(study, sessionId)));
  }

  /** Returns the page of the tries, with the names that their sessions have now. */
  private async pageOfTries(
    { workspaceId, study }: VersionedStudy,
    level: number,
    page: TryPage,
  ): Promise<Pick<SelectionAnswer, 'sessions' | 'nextCursor'>> {
    const { ledger, judged } = study;
    const { places, nextCursor } = await placesOf(ledger, page);
    const ids = [...new Set(places.map((place) => ledger.idOf(place)))];
    const named = await this.sessions.names(workspaceId, ids);
    const names = new Map(named.map(({ id, name }) => [id, name]));
    const runs = places.map((place) => ({ id: ledger.idOf(place), run: ledger.runOf(place) }));
    const counted = await this.sessions.answers(workspaceId, runs);
    const answers = new Map(counted.map((each) => [`${each.id} ${each.run}`, each.answers]));
    const { holm, bhy } = await judged.adjusted();
    return {
      sessions: places.map((place) =>
        toTryDto(study, place, level, {
          name: names.get(ledger.idOf(place)) ?? null,
          answers: answers.get(`${ledger.idOf(place)} ${ledger.runOf(place)}`) ?? null,
          holm: holm[place]!,
          bhy: bhy[place]!,
        }),
      ),
      nextCursor,
    };
  }
}

function selectionOf({ sessions, judged, idOf }: Study, sessionId: string): SessionSelection {
  const index = sessions.findIndex((_, each) => idOf(each) === sessionId);
  const own = index < 0 ? null : judged.judge(sessions[index]!, DEFAULT_LEVEL);
  return {
    state: 'ready',
    reason: reasonOf(judged),
    trials: judged.counted,
    bar: roundedDouble(judged.bar.sharpe),
    deflatedSharpe: roundedDouble(own?.deflatedSharpe ?? null),
    verdict: own?.verdict ?? 'unknown',
  };
}

const NO_TRIES = { sessions: [], nextCursor: null };

const NOT_READY = { trials: null, bar: null, deflatedSharpe: null, verdict: 'unknown' } as const;

/**
 * Returns why the bar that luck sets is unknown; null if it is known. It is unknown if there are two or more tries but
 * fewer than two of their Sharpe ratios are known.
 */
const reasonOf = ({ bar }: JudgedTries): 'no-variance' | null => (bar.sharpe === null ? 'no-variance' : null);

function answerOf(
  { state, reason, pending }: FoundStudy,
  counts: TrialCounts,
  { level }: SelectionQuery,
  study: Study | null,
): Omit<SelectionAnswer, 'calculationVersion' | 'study' | 'sessions' | 'nextCursor'> {
  const judged = study?.judged ?? null;
  return {
    level,
    state,
    reason: judged ? reasonOf(judged) : reason,
    since: counts.since,
    trials: trialCounts(counts, pending, study),
    bar: judged && toBarDto(judged.bar),
  };
}

function trialCounts({ ends }: TrialCounts, pending: number, study: Study | null): TrialCountsDto {
  const judged = study?.judged ?? null;
  const ended = (end: string | null) => ends.find((each) => each.ended === end)?.rows ?? 0;
  const total = study?.ledger.count ?? ends.reduce((sum, { rows }) => sum + rows, 0);
  return {
    total,
    counted: judged?.counted ?? null,
    duplicates: judged ? total - judged.counted : null,
    live: ended(null),
    deleted: ended('deleted'),
    emptied: ended('emptied'),
    moved: ended('moved'),
    pending,
    known: judged?.known ?? null,
    project: ends.reduce((sum, { rowsOfProject }) => sum + rowsOfProject, 0),
  };
}

const toBarDto = ({ variance, expectedMaximum, sharpe }: SelectionBar): SelectionBarDto => ({
  variance: roundedDouble(variance),
  expectedMaximum: roundedDouble(expectedMaximum)!,
  sharpePerDay: roundedDouble(sharpe),
  sharpe: annual(sharpe),
});
