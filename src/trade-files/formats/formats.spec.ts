import { CSV_FORMATS, IMPORT_SOURCES, JSON_FORMATS } from './formats.js';

const nothing = () => undefined;
const noSink = { trade: nothing, skip: nothing, problem: nothing, facts: nothing };

describe('formats', () => {
  it('are the values of the parameter `source`, in the order of the contract', () => {
    expect(IMPORT_SOURCES).toEqual([
      'csv',
      'freqtrade',
      'tradingview',
      'backtesting.py',
      'metatrader5',
      'lean',
    ]);
  });

  it.each(
    CSV_FORMATS.filter(({ source }) => source !== 'csv').map(
      (format) => [format.source, format.wanted] as const,
    ),
  )('are unambiguous: only the format of %s opens the header that its message names', (source, wanted) => {
    const header = wanted.replace(/ \(the names of .*\)$/, '').split(', ');
    const tools = CSV_FORMATS.filter((format) => format.source !== 'csv');
    expect(tools.filter((format) => format.open(header, noSink)).map((format) => format.source)).toEqual([
      source,
    ]);
  });

  it('for JSON end with a format that accepts any start of a file', () => {
    expect(JSON_FORMATS.map(({ start }) => start === undefined)).toEqual([false, true]);
  });
});
