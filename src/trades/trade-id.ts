import { PathId } from '../shared/fields/path-id.js';

/** Injects the trade id of the path. */
export const TradeId = (): ParameterDecorator => PathId('tradeId', 'Id of the trade');
