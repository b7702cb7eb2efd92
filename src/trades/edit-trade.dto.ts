import { OmitType, PartialType } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Nullable, Optional, Text, fixedField } from '../fields/fields.js';
import { Tags } from '../fields/tags.js';
import { GivenCost, TradeInput } from './ingest-trades.dto.js';

/** They identify the trade and its market. */
const FIXED = ['clientId', 'symbol', 'feed'] as const;

/** They have a default or cannot be null in an ingest. */
const OTHERWISE = ['note', 'tags', 'feesPaid', 'spreadPaid', 'slippagePaid'] as const;

const ClearableCost = () => applyDecorators(Nullable(), GivenCost());

/** Any fields of a trade; those left out stay as they are. */
export class EditTradeDto extends PartialType(OmitType(TradeInput, [...FIXED, ...OTHERWISE]), {
  skipNullProperties: false,
}) {
  /**
   * Note on the trade; empty for none.
   * @example "Breakout of the first hour"
   */
  @Optional()
  @Text({ max: 1000 })
  readonly note?: string;

  /**
   * All labels of the trade, in place of those that it has. White space at both ends is removed.
   * @example ["news", "late entry"]
   */
  @Optional()
  @Tags()
  readonly tags?: string[];

  /**
   * Fees paid. With null the service computes them from the configured fees.
   * @example 11.41
   */
  @ClearableCost()
  readonly feesPaid?: number | null;

  /**
   * Cost of the spread. With null the service computes it from the asset's spread.
   * @example 0
   */
  @ClearableCost()
  readonly spreadPaid?: number | null;

  /**
   * Cost of slippage. With null the service computes it from the asset's slippage.
   * @example 0
   */
  @ClearableCost()
  readonly slippagePaid?: number | null;
}

for (const field of FIXED)
  fixedField(EditTradeDto, field, 'cannot be changed: delete the trade and send it anew');
