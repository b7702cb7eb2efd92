import type { Session } from '../../sessions/session.entity.js';
import { CALCULATION_VERSION } from '../../figures/calculator/calculate-statistics.js';
import { entityTag } from '../../http/tagged-json.js';

/**
 * Returns the version of a response, as an entity tag. Equal versions mean equal responses.
 * @param content everything on which the response depends, in addition to the trades and their formulas
 */
export const analysisVersion = ({ workspaceId, id, revision }: Session, content: object): string =>
  entityTag([workspaceId, id, revision, CALCULATION_VERSION, JSON.stringify(content)]);
