import { CSV_FORMATS, IMPORT_SOURCES, IMPORT_TOOLS, JSON_FORMATS } from './formats.js';

const nothing = () => undefined;
const noSink = { trade: nothing, skip: nothing, problem: nothing, nameOf: String, facts: nothing };

describe('formats', () => {
  it('are the values of the parameter `source`, each once, and csv is the first', () => {
    const [first, ...others] = [...CSV_FORMATS, ...JSON_FORMATS].map(({ source }) => source);
    expect(first).toBe('csv');
    expect(IMPORT_SOURCES.toSorted()).toEqual([...new Set(['csv', ...others])].toSorted());
    expect(IMPORT_SOURCES[0]).toBe('csv');
  });

  it('have a name for each source, and the page offers any other csv last', () => {
    expect(IMPORT_TOOLS.map(({ source }) => source).toSorted()).toEqual(IMPORT_SOURCES.toSorted());
    expect(IMPORT_TOOLS.at(-1)).toEqual({ source: 'csv', name: 'Any other csv' });
  });

  it.each(
    CSV_FORMATS.filter(({ source }) => source !== 'csv').map(
      ({ source, fit }) => [source, fit([]).missing.map(([name]) => name!)] as const,
    ),
  )(
    'of tools are distinguishable: only the format %s accepts the columns that it requires',
    (source, header) => {
      const tools = CSV_FORMATS.filter((format) => format.source !== 'csv');
      expect(tools.filter((format) => format.open(header, noSink)).map((format) => format.source)).toEqual([
        source,
      ]);
    },
  );

  it('of JSON end with the only format that accepts any start of a file', () => {
    expect(JSON_FORMATS.map(({ start }) => start === undefined)).toEqual([false, true]);
  });
});
