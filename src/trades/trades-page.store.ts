import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityMetadata, Repository } from 'typeorm';
import { selectList } from '../platform/database/select-list.js';
import type { SessionKey } from '../sessions/session.entity.js';
import { anyCasePattern } from '../shared/text/any-case-pattern.js';
import { Trade } from './trade.entity.js';
import type { ExaminedTrade, TradeSpan } from './trades-page.js';
import type { Order, TradesQuery } from './trades-query.dto.js';

/** Maximum number of trades that a page examines if few trades match its filters. */
const MAX_EXAMINED = 20_000;

const IN_ORDER: Readonly<Record<Order, string>> = {
  asc: 'exit_time, entry_time, client_id',
  desc: 'exit_time DESC, entry_time DESC, client_id DESC',
};

/** Reads pages of trades. */
@Injectable()
export class TradesPageStore {
  constructor(@InjectRepository(Trade) private readonly trades: Repository<Trade>) {}

  /** Returns the examined trades that match the filters, up to `most`, and the last examined trade. */
  find(
    { workspaceId, id }: SessionKey,
    { after, before }: TradeSpan,
    { order, side, symbol, feed, tag, positionId, outcome, breakEvenThreshold, search }: TradesQuery,
    most: number,
  ): Promise<ExaminedTrade[]> {
    const filters = [side, symbol, feed, tag, outcome].map((filter) => filter ?? null);
    return this.trades.query(selectExamined(this.trades.metadata, order), [
      workspaceId,
      id,
      ...after,
      ...before,
      ...filters,
      breakEvenThreshold,
      MAX_EXAMINED,
      most,
      search === undefined ? null : anyCasePattern(search),
      positionId ?? null,
    ]);
  }
}

/**
 * Reads the index in its order, row by row, until the page is full or enough rows are examined. The cost depends
 * neither on the position of the page nor on the size of the session. The range of exit_time repeats what the bounds
 * imply: on a table without statistics, the planner then expects few rows and uses this index instead of the primary
 * key. The range comes after the bounds, because PostgreSQL starts reading at the first condition of a column. Wins,
 * losses and break-evens are defined as in figures/calculator/outcomes.ts.
 */
const selectExamined = (metadata: EntityMetadata, order: Order): string => `
  SELECT ${selectList(metadata)}, is_match AS "isMatch", place = $15::int AS "isLastExamined"
  FROM (
    SELECT *, row_number() OVER (ORDER BY ${IN_ORDER[order]}) AS place,
      ($9::text IS NULL OR side = $9) AND ($10::text IS NULL OR symbol = $10)
      AND ($11::text IS NULL OR feed = $11) AND ($12::text IS NULL OR $12 = ANY(tags))
      AND ($17::text IS NULL OR note ~ $17) AND ($18::text IS NULL OR position_id = $18)
      AND CASE $13::text WHEN 'win' THEN pl_net > $14::float8 WHEN 'loss' THEN pl_net < -$14::float8
          WHEN 'break-even' THEN abs(pl_net) <= $14::float8 ELSE true END AS is_match
    FROM trades
    WHERE workspace_id = $1 AND session_id = $2
      AND (exit_time, entry_time, client_id) > ($3::bigint, $4::bigint, $5::text)
      AND (exit_time, entry_time, client_id) < ($6::bigint, $7::bigint, $8::text)
      AND exit_time BETWEEN $3::bigint AND $6::bigint
    ORDER BY ${IN_ORDER[order]} LIMIT $15::int
  ) examined
  WHERE is_match OR place = $15::int
  ORDER BY ${IN_ORDER[order]} LIMIT $16::int`;
