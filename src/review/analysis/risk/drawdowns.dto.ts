import { measureFields } from '../measure-fields.js';
import { DRAWDOWN_DEFINITIONS } from './curve-definitions.js';

export class DrawdownDto extends measureFields(DRAWDOWN_DEFINITIONS.periods) {}

export class DrawdownsDto extends measureFields(DRAWDOWN_DEFINITIONS) {
  /**
   * The ten deepest drawdowns by depthPct, the deepest first. Of equally deep drawdowns, the earlier comes first. Empty
   * if there are no drawdowns.
   */
  readonly periods!: DrawdownDto[];
}
