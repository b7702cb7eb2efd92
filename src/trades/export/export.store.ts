import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { selectList } from '../../database/select-list.js';
import type { TradesOf } from '../trade-figures.js';
import { Trade } from '../trade.entity.js';

type Position = Pick<Trade, 'exitTime' | 'entryTime' | 'clientId'>;

/** Before every trade: times begin at 1. */
const START: Position = { exitTime: 0, entryTime: 0, clientId: '' };

@Injectable()
export class ExportStore {
  private select: string | undefined;

  constructor(@InjectRepository(Trade) private readonly trades: Repository<Trade>) {}

  /** The trades of a session after a position, in trade order, which is that of the index `trades_in_order`. */
  page({ workspaceId, id }: TradesOf, { exitTime, entryTime, clientId }: Position = START, most: number) {
    this.select ??= `
      SELECT ${selectList(this.trades.metadata)} FROM trades
      WHERE workspace_id = $1 AND session_id = $2 AND (exit_time, entry_time, client_id) > ($3, $4, $5)
      ORDER BY exit_time, entry_time, client_id LIMIT $6`;
    return this.trades.query<Trade[]>(this.select, [workspaceId, id, exitTime, entryTime, clientId, most]);
  }
}
