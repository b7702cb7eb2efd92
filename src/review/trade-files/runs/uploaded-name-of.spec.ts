import { uploadedNameOf } from './uploaded-name-of.js';

describe('uploadedNameOf', () => {
  it.each([
    ['attachment; filename="rsi trades.csv"', 'rsi trades.csv'],
    ['attachment; filename=rsi.csv', 'rsi.csv'],
    ['filename=rsi.csv', 'rsi.csv'],
    [String.raw`attachment; filename="a \"b\".csv"`, 'a "b".csv'],
    ["attachment; filename=x.csv; filename*=UTF-8''%e2%82%ac%20rates.csv", '€ rates.csv'],
    ["attachment; filename=x.csv; filename*=UTF-8''%e2%82.csv", 'x.csv'],
    ['attachment; filename="../../etc/run.json"', 'run.json'],
    [String.raw`attachment; filename=C:\runs\run.json`, 'run.json'],
  ])('returns from the header %s the name %s', (header, name) => {
    expect(uploadedNameOf(header)).toBe(name);
  });

  it.each([
    undefined,
    '',
    'attachment',
    'attachment; filename=""',
    'attachment; filename="a/"',
    'x'.repeat(5_000),
  ])('returns undefined for the header %j', (header) => {
    expect(uploadedNameOf(header)).toBeUndefined();
  });

  it('reads a header of 4,096 characters, and ignores a longer header', () => {
    const prefix = 'attachment; filename=run.json';
    expect(uploadedNameOf(prefix.padEnd(4_096))).toBe('run.json');
    expect(uploadedNameOf(prefix.padEnd(4_097))).toBeUndefined();
  });
});
