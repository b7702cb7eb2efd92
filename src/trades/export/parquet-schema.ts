import type { ParquetWriter } from 'hyparquet-writer';
import type { Trade } from '../trade.entity.js';
import { EXPORT_COLUMNS, type ExportColumn } from './export-columns.js';

type SchemaElement = ParquetWriter['schema'][number];

/** Kinds of columns. A timestamp is in epoch milliseconds, UTC. */
export type ParquetKind = 'text' | 'text or null' | 'texts' | 'number' | 'number or null' | 'timestamp';

/** Kinds of the columns of an export. A column may contain nulls if the field of a trade may be null. */
export const PARQUET_KINDS: Readonly<Record<ExportColumn, ParquetKind>> = {
  clientId: 'text',
  symbol: 'text',
  feed: 'text',
  side: 'text',
  qty: 'number',
  entryPrice: 'number',
  entryTime: 'timestamp',
  exitPrice: 'number',
  exitTime: 'timestamp',
  stopLoss: 'number or null',
  takeProfit: 'number or null',
  feesPaid: 'number',
  spreadPaid: 'number',
  slippagePaid: 'number',
  givenCosts: 'texts',
  plGross: 'number',
  plNet: 'number',
  plPct: 'number',
  rMultiple: 'number or null',
  pointValue: 'number',
  positionId: 'text or null',
  secondLook: 'text or null',
  note: 'text',
  tags: 'texts',
} satisfies { [Column in ExportColumn]: KindOf<Trade[Column]> | 'texts' };

type KindOf<Value> = null extends Value
  ? NonNullable<Value> extends number
    ? 'number or null'
    : 'text or null'
  : Value extends number
    ? 'number' | 'timestamp'
    : 'text';

const TEXT = {
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
} as const satisfies Partial<SchemaElement>;

/** Lists have the three levels of the Parquet specification, because readers treat other forms differently. */
const elementsOf: Readonly<Record<ParquetKind, (name: string) => readonly SchemaElement[]>> = {
  text: (name) => [{ name, repetition_type: 'REQUIRED', ...TEXT }],
  'text or null': (name) => [{ name, repetition_type: 'OPTIONAL', ...TEXT }],
  texts: (name) => [
    {
      name,
      repetition_type: 'REQUIRED',
      converted_type: 'LIST',
      logical_type: { type: 'LIST' },
      num_children: 1,
    },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', ...TEXT },
  ],
  number: (name) => [{ name, repetition_type: 'REQUIRED', type: 'DOUBLE' }],
  'number or null': (name) => [{ name, repetition_type: 'OPTIONAL', type: 'DOUBLE' }],
  timestamp: (name) => [
    {
      name,
      repetition_type: 'REQUIRED',
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
  ],
};

export const PARQUET_SCHEMA: SchemaElement[] = [
  { name: 'trades', num_children: EXPORT_COLUMNS.length },
  ...EXPORT_COLUMNS.flatMap((name) => elementsOf[PARQUET_KINDS[name]](name)),
];
