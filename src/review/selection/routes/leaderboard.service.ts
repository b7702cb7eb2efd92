import { Injectable } from '@nestjs/common';
import { Cursors } from '../../../shared/fields/cursor.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { RETURN_FIGURES, type RankedField, fieldNamed } from '../leaderboard/figure-names.js';
import { ParameterGrid } from '../leaderboard/grid.js';
import { Ranking, type RankingPage } from '../leaderboard/ranked-sessions.js';
import type { Place } from '../leaderboard/value-order.js';
import { type Condition, parseWhere } from '../leaderboard/where.js';
import { STATISTICS } from '../../../shared/figures/definitions/figures.js';
import { type StudySession, StudySessionsStore } from '../../trials/study-sessions.store.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import type { GridAnswer, GridQuery } from './grid.dto.js';
import type {
  LeaderboardAnswer,
  LeaderboardEntryDto,
  LeaderboardFigures,
  LeaderboardQuery,
  RankedSelectionDto,
} from './leaderboard.dto.js';
import { FieldsReader, type VersionedStudy } from './fields-reader.js';
import { DEFAULT_LEVEL } from './level.js';
import { type FoundStudy, StudiesReader, type StudyRequest, isAllStudies } from './studies-reader.js';

/** Version of the responses. Raise the version by 1 if the responses change while the sessions stay the same. */
const LEADERBOARD_VERSION = 2;

type Shown<Answer> = Omit<Answer, 'calculationVersion' | 'study'>;

@Injectable()
export class LeaderboardService {
  constructor(
    private readonly reader: StudiesReader,
    private readonly fields: FieldsReader,
    private readonly sessions: StudySessionsStore,
  ) {}

  /**
   * Returns a page of the sessions of a study that hold trades.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, BUSY
   */
  async leaderboard(request: StudyRequest<LeaderboardQuery>): Promise<TaggedJson> {
    const { projectId, query } = request;
    const { count, cursor, order, ...filters } = query;
    const list = { route: `/projects/${projectId}/leaderboard`, filters: { ...filters }, order };
    const cursors = new Cursors(list, ['value', 'id']);
    const after = cursor === undefined ? null : cursors.read(cursor);
    const ranking = { field: fieldNamed(query.sort)!, order, where: conditionsOf(query) };
    return this.reader.answer(request, `leaderboard ${LEADERBOARD_VERSION}`, async (found, signal) => {
      if (found.state === 'unavailable')
        return { state: 'unavailable', reason: found.reason, pending: 0, sessions: [], nextCursor: null };
      return found.read(signal, async (study) => {
        const list = new Ranking(ranking, study.study.idOf, count, after);
        const fields = [ranking.field, ...ranking.where.map(({ field }) => field)];
        for await (const part of this.fields.read(study, fields, signal)) list.add(part);
        return this.pageAnswer(found, study, list.page(), (place) => cursors.write(place));
      });
    });
  }

  /**
   * Returns a figure of the sessions of a study for each combination of the values of one parameter or of two
   * parameters.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, BUSY
   */
  grid(request: StudyRequest<GridQuery>): Promise<TaggedJson> {
    const { x, y = null, figure: name, aggregate } = request.query;
    const [where, figure] = [conditionsOf(request.query), fieldNamed(name)!];
    const axes = (y === null ? [x] : [x, y]).map((axis): RankedField => ({ kind: 'parameter', name: axis }));
    const fields = [...axes, figure, ...where.map(({ field }) => field)];
    return this.reader.answer(
      request,
      `grid ${LEADERBOARD_VERSION}`,
      async (found, signal): Promise<Shown<GridAnswer>> => {
        if (found.state === 'unavailable')
          return { state: 'unavailable', reason: found.reason, pending: 0, cells: [], missing: 0 };
        const { cells, missing } = await found.read(signal, async (study) => {
          const grid = new ParameterGrid({ x, y, figure, aggregate, where });
          for await (const part of this.fields.read(study, fields, signal)) grid.add(part);
          return grid.grid();
        });
        const shown = { pending: found.pending, missing };
        return cells
          ? { state: 'ready', reason: null, ...shown, cells: [...cells] }
          : { state: 'unavailable', reason: 'too-many-values', ...shown, cells: [] };
      },
    );
  }

  /** Reads the sessions of a page. A session that was deleted in the meantime is left out. */
  private async pageAnswer(
    { workspaceId, pending, stored }: FoundStudy,
    { study }: VersionedStudy,
    { indexes, next }: RankingPage,
    write: (place: Place) => string,
  ): Promise<Shown<LeaderboardAnswer>> {
    const judged = isAllStudies(stored) || pending > 0 ? null : study.judged;
    const selectionOf = (index: number): RankedSelectionDto | null => {
      if (!judged) return null;
      const { deflatedSharpe, verdict } = judged.judge(study.sessions[index]!, DEFAULT_LEVEL);
      return { trials: judged.counted, deflatedSharpe: roundedDouble(deflatedSharpe), verdict };
    };
    const read = await this.sessions.sessions(workspaceId, indexes.map(study.idOf));
    const byId = new Map(read.map((session) => [session.id, session]));
    return {
      state: 'ready',
      reason: null,
      pending,
      sessions: indexes.flatMap((index) => {
        const session = byId.get(study.idOf(index));
        return session ? [{ ...toEntryDto(session), selection: selectionOf(index) }] : [];
      }),
      nextCursor: next && write(next),
    };
  }
}

/**
 * Returns the conditions of a query. The validation of the query has already made sure that the conditions can be
 * parsed.
 */
const conditionsOf = ({ where }: { readonly where?: string }): readonly Condition[] =>
  where === undefined ? [] : (parseWhere(where) as readonly Condition[]);

function toEntryDto({
  id,
  trial,
  answers,
  statistics,
  returns,
  ...session
}: StudySession): Omit<LeaderboardEntryDto, 'selection'> {
  const { name, status, tags, createdAt, accountCurrency, initialBalance } = session;
  const { study, parameters, codeVersion, sample } = trial;
  const figures = statistics && returns && shownFigures(statistics, returns);
  return {
    session: { id, name, status, tags, createdAt, accountCurrency, initialBalance },
    trial: { study, parameters, codeVersion, sample },
    answers,
    pending: figures === null,
    figures: figures as LeaderboardFigures | null,
  };
}

const STATISTIC_NAMES = Object.keys(STATISTICS);

/** Returns the figures that a leaderboard shows. */
const shownFigures = (
  statistics: NonNullable<StudySession['statistics']>,
  returns: NonNullable<StudySession['returns']>,
): object =>
  Object.fromEntries([
    ...STATISTIC_NAMES.map((name) => [name, statistics[name] ?? null] as const),
    ...RETURN_FIGURES.map((name) => [name, returns[name] ?? null] as const),
  ]);
