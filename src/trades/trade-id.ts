import { PathId } from '../fields/path-id.js';

/** The trade of the path. */
export const TradeId = (): ParameterDecorator => PathId('tradeId', 'Id of the trade');
