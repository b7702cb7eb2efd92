import type { EntityManager } from 'typeorm';
import { type Row, rowProblem } from './check-row.js';
import { costsOfAssets, withFigures } from './derived-trades.js';
import type { FilePart } from './read-workspace-file.js';

/**
 * Checks the values of a part of a file, and computes the figures of its trades and first answers again. The assets of
 * these trades are already stored, because each table comes after the tables to which it refers.
 * @throws Error that names the first wrong line and its column
 */
export async function soundPart(
  transaction: EntityManager,
  workspaceId: string,
  part: FilePart,
): Promise<FilePart> {
  const { table, firstLine } = part;
  const refuse = (index: number, problem: string): never => {
    throw new Error(`Line ${firstLine + index}: ${table}.${problem}.`);
  };
  const rows = part.rows.map((text) => JSON.parse(text) as Row);
  for (const [index, row] of rows.entries()) {
    const problem = await rowProblem(table, row);
    if (problem) refuse(index, problem);
  }
  if (table !== 'trades' && table !== 'first_answers') return part;
  const assets = await costsOfAssets(transaction, workspaceId, rows);
  // The markets of a copy may lack the market of a trade that was removed before.
  const isNeeded = table === 'trades';
  const texts = part.rows.map((text, index) => {
    const derived = withFigures(text, rows[index]!, assets);
    if (derived === null && isNeeded) refuse(index, 'symbol and feed match no asset of the session');
    return derived ?? text;
  });
  return { ...part, rows: texts };
}
