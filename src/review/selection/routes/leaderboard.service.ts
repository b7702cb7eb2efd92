import { Injectable } from '@nestjs/common';
import { Cursors } from '../../../shared/fields/cursor.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { fieldNamed } from '../leaderboard/figure-names.js';
import { parameterGrid } from '../leaderboard/grid.js';
import { type RankingPage, meetsAll, rankingPage } from '../leaderboard/ranked-sessions.js';
import type { Place } from '../leaderboard/value-order.js';
import { type Condition, parseWhere } from '../leaderboard/where.js';
import type { Study, StudySession } from './study.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import type { GridAnswer, GridQuery } from './grid.dto.js';
import type {
  LeaderboardAnswer,
  LeaderboardEntryDto,
  LeaderboardFigures,
  LeaderboardQuery,
  RankedSelectionDto,
} from './leaderboard.dto.js';
import { DEFAULT_LEVEL } from './level.js';
import {
  type FoundStudy,
  StudiesReader,
  type StudyRequest,
  isAllStudies,
  shownStudy,
} from './studies-reader.js';

/** Version of the responses. Raise the version by 1 if the responses change while the sessions stay the same. */
const LEADERBOARD_VERSION = 1;

type Shown<Answer> = Omit<Answer, 'calculationVersion' | 'study'>;

@Injectable()
export class LeaderboardService {
  constructor(private readonly reader: StudiesReader) {}

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
      const study = await found.read(signal);
      const page = rankingPage(study.sessions, ranking, count, after);
      return pageAnswer(found, study, page, (place) => cursors.write(place));
    });
  }

  /**
   * Returns a figure of the sessions of a study for each combination of the values of one parameter or of two
   * parameters.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, BUSY
   */
  grid(request: StudyRequest<GridQuery>): Promise<TaggedJson> {
    const { x, y, figure, aggregate } = request.query;
    const where = conditionsOf(request.query);
    return this.reader.answer(
      request,
      `grid ${LEADERBOARD_VERSION}`,
      async (found, signal): Promise<Shown<GridAnswer>> => {
        if (found.state === 'unavailable')
          return { state: 'unavailable', reason: found.reason, pending: 0, cells: [], missing: 0 };
        const { sessions } = await found.read(signal);
        const { cells, missing } = parameterGrid(
          sessions.filter((session) => meetsAll(session, where)),
          { x, y: y ?? null, figure: fieldNamed(figure)!, aggregate },
        );
        const shown = { pending: found.pending, missing };
        return cells
          ? { state: 'ready', reason: null, ...shown, cells: [...cells] }
          : { state: 'unavailable', reason: 'too-many-values', ...shown, cells: [] };
      },
    );
  }
}

/**
 * Returns the conditions of a query. The validation of the query has already made sure that the conditions can be
 * parsed.
 */
const conditionsOf = ({ where }: { readonly where?: string }): readonly Condition[] =>
  where === undefined ? [] : (parseWhere(where) as readonly Condition[]);

function pageAnswer(
  { pending, stored }: FoundStudy,
  study: Study,
  { sessions, next }: RankingPage<StudySession>,
  write: (place: Place) => string,
): Shown<LeaderboardAnswer> {
  const judged = isAllStudies(stored) || pending > 0 ? null : study.judge(DEFAULT_LEVEL);
  const selectionOf = ({ place }: StudySession): RankedSelectionDto | null => {
    if (!judged) return null;
    const { deflatedSharpe, verdict } = judged.tries[place]!;
    return { trials: judged.counted, deflatedSharpe: roundedDouble(deflatedSharpe), verdict };
  };
  return {
    state: 'ready',
    reason: null,
    pending,
    sessions: sessions.map((session) => ({ ...toEntryDto(session), selection: selectionOf(session) })),
    nextCursor: next && write(next),
  };
}

function toEntryDto({ id, figures, row }: StudySession): Omit<LeaderboardEntryDto, 'selection'> {
  const { name, status, tags, createdAt, accountCurrency, initialBalance } = row.session!;
  const { study, parameters, codeVersion, sample } = row;
  return {
    session: { id, name, status, tags, createdAt: createdAt.getTime(), accountCurrency, initialBalance },
    trial: { study: shownStudy(study), parameters, codeVersion, sample },
    pending: figures === null,
    figures: figures as LeaderboardFigures | null,
  };
}
