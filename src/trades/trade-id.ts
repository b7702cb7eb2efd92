import { PathId } from '../common/path-id.js';

/** The trade of the path. */
export const TradeId = (): ParameterDecorator => PathId('tradeId', 'Id of the trade');
