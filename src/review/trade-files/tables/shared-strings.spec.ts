import { SharedStrings } from './shared-strings.js';

const MOST = 64 * 2 ** 20;
const PIECE = 'x'.repeat(2 ** 20);

/** Reads `pieces` texts of 1 MB, then one text of `rest` characters. */
function read(pieces: number, rest: number): SharedStrings {
  const strings = new SharedStrings();
  for (const text of [...Array<string>(pieces).fill(PIECE), 'y'.repeat(rest)]) {
    for (const name of ['si', 't']) strings.open(name);
    strings.text(text);
    for (const name of ['t', 'si']) strings.close(name);
  }
  return strings;
}

describe('the texts that cells share', () => {
  it('have at most 64 MB in sum', () => {
    const { all } = read(63, 2 ** 20);
    expect(all).toHaveLength(64);
    expect(all.reduce((sum, text) => sum + text.length, 0)).toBe(MOST);
    expect(() => read(64, 1)).toThrow(`The texts of the file have more than ${MOST} characters.`);
  });

  it('are the runs of a text, without its reading aid and without text outside', () => {
    const strings = new SharedStrings();
    strings.open('si');
    strings.text('outside');
    for (const [name, text] of [
      ['t', 'BTC'],
      ['t', 'USDT_x000D_'],
    ] as const) {
      strings.open(name);
      strings.text(text);
      strings.close(name);
    }
    strings.open('rPh');
    strings.open('t');
    strings.text('aid');
    strings.close('t');
    strings.close('rPh');
    strings.close('si');
    expect(strings.all).toEqual(['BTCUSDT ']);
  });
});
