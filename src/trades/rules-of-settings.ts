import type { Environment } from '../platform/config/environment.js';
import type { RuleOfSettings } from '../platform/http/request.pipe.js';
import { MIN_AMOUNT } from '../shared/market/amounts.js';
import { inBatch, minimumProblems } from './batch-problems.js';
import { EditTradeDto } from './edit-trade.dto.js';
import { IngestTradesDto, type TradeInput } from './ingest-trades.dto.js';

/** Returns the rules of requests that depend on the setting TRADE_MINIMUM, by DTO class. */
export function rulesOfSettings({ TRADE_MINIMUM }: Environment): ReadonlyMap<unknown, RuleOfSettings<never>> {
  const ofBatch: RuleOfSettings<IngestTradesDto> = ({ trades }) =>
    Array.isArray(trades)
      ? trades.flatMap((trade: TradeInput | null | undefined, index) =>
          minimumProblems(trade ?? {}, TRADE_MINIMUM).map((problem) => inBatch(index, problem)),
        )
      : [];
  // A value that equals the stored value may be below TRADE_MINIMUM, but no stored value is below MIN_AMOUNT.
  const ofEdit: RuleOfSettings<EditTradeDto> = (edit) =>
    minimumProblems(edit, TRADE_MINIMUM).filter(({ field }) => edit[field]! < MIN_AMOUNT);
  return new Map<unknown, RuleOfSettings<never>>([
    [IngestTradesDto, ofBatch],
    [EditTradeDto, ofEdit],
  ]);
}
