import { entityTag } from '../../../platform/http/tagged-answer.js';
import type { Session } from '../../../sessions/session.entity.js';
import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import type { AnalysisTask } from '../tasks/trade-task.js';

/**
 * Returns the version of a response as an ETag. Two responses with the same version are equal.
 * @param content everything on which the response depends, except the trades and their formulas
 */
export const analysisVersion = (
  { workspaceId, id, revision }: Pick<Session, 'workspaceId' | 'id' | 'revision'>,
  { name, version }: Pick<AnalysisTask, 'name' | 'version'>,
  content: object,
): string =>
  entityTag([workspaceId, id, revision, CALCULATION_VERSION, name, version, JSON.stringify(content)]);
