import type { Session } from '../../sessions/session.entity.js';
import { CALCULATION_VERSION } from '../../figures/calculator/calculate-statistics.js';
import { entityTag } from '../../http/tagged-json.js';

/**
 * The version of an answer, as an entity tag: equal versions mean equal answers.
 * @param content everything that the answer depends on, beside the trades and their formulas
 */
export const analysisVersion = ({ workspaceId, id, revision }: Session, content: object): string =>
  entityTag([workspaceId, id, revision, CALCULATION_VERSION, JSON.stringify(content)]);
