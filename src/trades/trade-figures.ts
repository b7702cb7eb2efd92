import { DataSource } from 'typeorm';
import { TextColumn } from '../database/copy-decoder.js';
import { copyBytes, uuidLiteral } from '../database/copy-out.js';
import { CopyReader } from '../database/copy-reader.js';
import { Session } from '../sessions/session.entity.js';

/** What the statistics need of a session's trades, as columns in no particular order. rMultiple is NaN where there is none. */
export interface TradeFigures {
  readonly count: number;
  readonly entryTime: Float64Array;
  readonly exitTime: Float64Array;
  readonly plGross: Float64Array;
  readonly plNet: Float64Array;
  readonly plPct: Float64Array;
  readonly feesPaid: Float64Array;
  readonly rMultiple: Float64Array;
  readonly clientId: TextColumn;
}

const COLUMNS = 'entry_time, exit_time, pl_gross, pl_net, pl_pct, fees_paid, r_multiple, client_id';
const KINDS = ['int8', 'int8', 'float8', 'float8', 'float8', 'float8', 'float8', 'text'] as const;

/** Reads the figures of a session's trades as bytes, for a `TradeFiguresReader` in whatever thread. */
export function copyTradeFigures(
  dataSource: DataSource,
  { workspaceId, id }: Pick<Session, 'workspaceId' | 'id'>,
  take: (bytes: Buffer) => void,
): Promise<void> {
  const select = `SELECT ${COLUMNS} FROM trades
    WHERE workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)}`;
  return copyBytes(dataSource, select, take);
}

/** Makes columns of the bytes that `copyTradeFigures` reads. */
export class TradeFiguresReader {
  private readonly reader = new CopyReader(KINDS);

  push(bytes: Buffer): void {
    this.reader.push(bytes);
  }

  end(): TradeFigures {
    const rows = this.reader.end();
    return {
      count: rows.count,
      entryTime: rows.numbers(0),
      exitTime: rows.numbers(1),
      plGross: rows.numbers(2),
      plNet: rows.numbers(3),
      plPct: rows.numbers(4),
      feesPaid: rows.numbers(5),
      rMultiple: rows.numbers(6),
      clientId: rows.texts(7),
    };
  }
}

/** How many trades a session has, and how many of them have a stop on the losing side, which gives them an rMultiple. */
export interface TradeCounts {
  readonly total: number;
  readonly eligible: number;
}

export function countTrades({ count, rMultiple }: TradeFigures): TradeCounts {
  let eligible = 0;
  for (let i = 0; i < count; i += 1) if (!Number.isNaN(rMultiple[i]!)) eligible += 1;
  return { total: count, eligible };
}
