import type { EntityMetadata } from 'typeorm';
import { textsLiteral } from '../platform/database/array-literal.js';
import { type NumberKind, binaryArray } from '../platform/database/binary-array.js';
import type { Trade } from './trade.entity.js';

/** Columns that only edits set. */
const NOT_INSERTED: ReadonlySet<string> = new Set<keyof Trade>(['updatedAt', 'sentHash']);

/**
 * Returns a statement that inserts trades and returns a row per trade. The statement has one array parameter per column
 * instead of one parameter per value.
 */
export function insertStatement(
  { columns: all }: EntityMetadata,
  trades: readonly Trade[],
): { text: string; values: (Buffer | string)[] } {
  const columns = all.filter(({ propertyName }) => !NOT_INSERTED.has(propertyName));
  const names = columns.map(({ databaseName }) => databaseName).join(', ');
  const selected = columns.map(({ databaseName, isArray }) => `${databaseName}${isArray ? '::text[]' : ''}`);
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${String(type)}[]`);
  return {
    text: `INSERT INTO trades (${names})
      SELECT ${selected.join(', ')} FROM unnest(${arrays.join(', ')}) AS t(${names})
      RETURNING 1`,
    values: columns.map(({ propertyName, type }) =>
      arrayOf(
        String(type),
        trades.map((trade) => trade[propertyName as keyof Trade]),
      ),
    ),
  };
}

/** A list of texts is sent as one text, because all elements of an array parameter must have the same dimensions. */
function arrayOf(type: string, values: readonly Trade[keyof Trade][]): Buffer | string {
  if (type !== 'text' && type !== 'uuid') return binaryArray(values as (number | null)[], type as NumberKind);
  return textsLiteral(
    values.map((value) => (Array.isArray(value) ? textsLiteral(value) : (value as string | null))),
  );
}
