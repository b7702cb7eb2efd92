import { jest } from '@jest/globals';
import { progress } from './progress.js';

describe('progress without a terminal', () => {
  const { isTTY } = process.stderr;
  const lines: string[] = [];
  let time = 0;
  beforeEach(() => {
    time = 0;
    lines.length = 0;
    process.stderr.isTTY = false;
    jest.spyOn(Date, 'now').mockImplementation(() => time);
    jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  });
  afterEach(() => {
    process.stderr.isTTY = isTTY;
    jest.restoreAllMocks();
  });

  it('is a line at most every five seconds, so a short run prints none', () => {
    const bar = progress('importing', 'files');
    for (time = 1_000; time <= 12_000; time += 1_000) bar.update(time / 1_000, 60);
    bar.stop();
    expect(lines).toEqual(['importing: 8 % of 60 files\n', 'importing: 16 % of 60 files\n']);
  });

  it('does not divide by a total of 0', () => {
    const bar = progress('checking', 'bytes');
    time = 5_000;
    bar.update(0, 0);
    expect(lines).toEqual(['checking: 0 % of 0 bytes\n']);
  });
});
