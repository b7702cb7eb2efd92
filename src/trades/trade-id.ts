import { PathId } from '../fields/path-id.js';

/** The trade in the path. */
export const TradeId = (): ParameterDecorator => PathId('tradeId', 'Id of the trade');
