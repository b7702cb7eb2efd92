import { measureFields } from '../measure-fields.js';
import { TRADE_DEFINITIONS } from './trade-definitions.js';

export class PerTradeDto extends measureFields(TRADE_DEFINITIONS) {}
