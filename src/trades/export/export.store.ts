import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import pg from 'pg';
import { type EntityMetadata, Repository } from 'typeorm';
import { LAST_INSTANT } from '../../shared/fields/value-rules.js';
import { type TextColumn, textAt } from '../../platform/database/copy/copied-columns.js';
import type { ColumnKind } from '../../platform/database/copy/copy-decoder.js';
import { copyOut, uuidLiteral } from '../../platform/database/copy/copy-out.js';
import { poolOf } from '../../platform/database/connection/pool-of.js';
import type { SessionKey } from '../../sessions/session.entity.js';
import { givenCostsOf } from '../new-trade.js';
import { Trade } from '../trade.entity.js';
import { EXPORT_COLUMNS, type ExportColumn } from './export-columns.js';
import type { ExportPage } from './export-file.js';
import type { ExportedTrade } from './exported-trade.js';

type Position = Pick<Trade, 'exitTime' | 'entryTime' | 'clientId'>;

/** Position before every trade, because the smallest time is 1. */
const START: Position = { exitTime: 0, entryTime: 0, clientId: '' };

@Injectable()
export class ExportStore {
  private columns: readonly Column[] | undefined;

  constructor(@InjectRepository(Trade) private readonly trades: Repository<Trade>) {}

  /**
   * Returns the trades of a session after a position, in trade order, which is the order of the index `trades_ordered`.
   * The condition `exit_time BETWEEN` is redundant; `trades-page.store.ts` explains why it is there.
   */
  async page(
    { workspaceId, id }: SessionKey,
    { exitTime, entryTime, clientId }: Position = START,
    most: number,
  ): Promise<ExportPage> {
    this.columns ??= selectedColumns(this.trades.metadata);
    const position = [exitTime, entryTime, pg.escapeLiteral(clientId)].join(', ');
    const select = `
      SELECT ${this.columns.map(({ select }) => select).join(', ')} FROM trades
      WHERE workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)}
        AND (exit_time, entry_time, client_id) > (${position})
        AND exit_time BETWEEN ${exitTime} AND ${LAST_INSTANT}
      ORDER BY exit_time, entry_time, client_id LIMIT ${most}`;
    const kinds = this.columns.map(({ kind }) => kind);
    const rows = await copyOut(poolOf(this.trades.manager.dataSource), select, kinds);
    const readers = this.columns.map(({ name, kind }, i) => {
      const read = kind === 'text' ? textReader(rows.texts(i)) : numberReader(rows.numbers(i));
      return { name, read: (index: number) => exportedValue(name, read(index)) };
    });
    return {
      count: rows.count,
      trade: (index) =>
        Object.fromEntries(readers.map(({ name, read }) => [name, read(index)])) as unknown as ExportedTrade,
    };
  }
}

interface Column {
  readonly name: ExportColumn;
  readonly select: string;
  readonly kind: ColumnKind;
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  bigint: 'int8',
  'double precision': 'float8',
  text: 'text',
};

const selectedColumns = ({ columns }: EntityMetadata): Column[] =>
  EXPORT_COLUMNS.map((name) => {
    const { databaseName, type } = columns.find(({ propertyName }) => propertyName === name)!;
    if (name === 'tags') return { name, select: `array_to_json(${databaseName})::text`, kind: 'text' };
    if (name === 'givenCosts') return { name, select: `${databaseName}::integer`, kind: 'int4' };
    return { name, select: databaseName, kind: KINDS[String(type)]! };
  });

const textReader = (column: TextColumn) => (index: number) => textAt(column, index);

/** NULL is decoded as NaN. No value of a trade is NaN. */
const numberReader =
  (values: Float64Array) =>
  (index: number): number | null =>
    Number.isNaN(values[index]!) ? null : values[index]!;

function exportedValue(name: ExportColumn, value: string | number | null): unknown {
  if (name === 'tags') return JSON.parse(value as string) as string[];
  if (name === 'givenCosts') return givenCostsOf({ givenCosts: value as number });
  // NULL is decoded as an empty text. No positionId and no secondLook is empty.
  if (name === 'positionId' || name === 'secondLook') return value === '' ? null : value;
  return value;
}
