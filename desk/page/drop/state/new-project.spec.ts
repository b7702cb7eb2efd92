import { projectFor } from './new-project.js';

type Files = Parameters<typeof projectFor>[0];

const aFile = (name: string, strategy = '', symbol = 'BTCUSDT') => ({
  file: { name },
  preview: [{ session: { strategy, assets: [{ symbol, timeframe: '5m' }] } }],
});

const projectOf = (...files: object[]) => projectFor(files as unknown as Files);

describe('the project that fits dropped files', () => {
  it('has the name of the strategy of most sessions, or the number of strategies', () => {
    expect(projectOf(aFile('a.json', 'NFI'), aFile('b.json', 'NFI'), aFile('c.json', 'X')).name).toBe('NFI');
    expect(projectOf(aFile('a.json', 'NFI'), aFile('b.json', 'X')).name).toBe('2 strategies');
  });

  it('has the name of a file without a strategy, or the number of files', () => {
    expect(projectOf(aFile('my trades.csv')).name).toBe('my trades');
    expect(projectOf(aFile('a.csv'), aFile('b.csv')).name).toBe('2 files');
    expect(projectOf(aFile('a.csv'), aFile('b.json', 'NFI')).name).toBe('NFI');
  });

  it('has the most frequent market', () => {
    const files = [aFile('a'), aFile('b', '', 'ETHUSDT'), aFile('c', '', 'ETHUSDT')];
    expect(projectOf(...files)).toMatchObject({ symbol: 'ETHUSDT', timeframe: '5m' });
  });
});
