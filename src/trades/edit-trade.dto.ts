import { OmitType, PartialType } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Nullable, Optional, Text, fixedField } from '../shared/fields/fields.js';
import { Tags } from '../shared/fields/tags.js';
import { GivenCost, TradeInput } from './ingest-trades.dto.js';

/** Fields that identify the trade and its market. These fields cannot be edited. */
const FIXED = ['clientId', 'symbol', 'feed'] as const;

/** Fields that have another default, or another rule for null, than in an ingest. */
const OTHERWISE = ['note', 'tags', 'feesPaid', 'spreadPaid', 'slippagePaid'] as const;

const ClearableCost = () => applyDecorators(Nullable(), GivenCost());

/** Any fields of a trade; fields that are left out keep their values. */
export class EditTradeDto extends PartialType(OmitType(TradeInput, [...FIXED, ...OTHERWISE]), {
  skipNullProperties: false,
}) {
  /**
   * Note on the trade; empty to remove it.
   * @example "Breakout of the first hour"
   */
  @Optional()
  @Text({ max: 1000 })
  readonly note?: string;

  /**
   * All labels of the trade, which replace the existing labels. White space at both ends is removed.
   * @example ["news", "late entry"]
   */
  @Optional()
  @Tags()
  readonly tags?: string[];

  /**
   * Fees paid. If null, the service computes them from the configured fees.
   * @example 11.41
   */
  @ClearableCost()
  readonly feesPaid?: number | null;

  /**
   * Cost of the spread. If null, the service computes it from the asset's spread.
   * @example 0
   */
  @ClearableCost()
  readonly spreadPaid?: number | null;

  /**
   * Cost of slippage. If null, the service computes it from the asset's slippage.
   * @example 0
   */
  @ClearableCost()
  readonly slippagePaid?: number | null;
}

for (const field of FIXED)
  fixedField(EditTradeDto, field, 'cannot be changed: delete the trade and send it anew');
