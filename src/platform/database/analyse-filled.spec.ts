import type { DataSource } from 'typeorm';
import { analyseFilled } from './analyse-filled.js';

/** A database whose tables had 10,000 rows when they were last analysed. */
function aDatabase(analyse: (statement: string) => Promise<void>) {
  const query = (statement: string) =>
    statement.startsWith('ANALYZE') ? analyse(statement) : Promise.resolve([{ rows: 10_000 }]);
  const transaction = (work: (manager: { query: typeof query }) => Promise<void>) => work({ query });
  return { query, transaction } as unknown as DataSource;
}

describe('the tables that an import has filled', () => {
  const fill = async (added: number, analyse: (statement: string) => Promise<void>) => {
    const sentences: string[] = [];
    await analyseFilled(aDatabase(analyse), ['bars', 'made_bars'], added, (one) => sentences.push(one));
    return sentences;
  };

  it.each([
    [999, []],
    [1_000, ['ANALYZE "bars"', 'ANALYZE "made_bars"']],
  ])('%d new rows: %j', async (added, expected) => {
    const sent: string[] = [];
    expect(await fill(added, (statement) => Promise.resolve(void sent.push(statement)))).toEqual([]);
    expect(sent).toEqual(expected);
  });

  it('are read more slowly if they cannot be analysed, so the import is not refused', async () => {
    expect(
      await fill(5_000, () => Promise.reject(new Error('canceling statement due to lock timeout'))),
    ).toEqual([
      'The tables bars, made_bars were not analysed after an import, so requests may be slow: canceling statement due to lock timeout',
    ]);
  });
});
