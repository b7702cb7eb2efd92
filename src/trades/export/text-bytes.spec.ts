import { TextBytes } from './text-bytes.js';

describe('text as bytes', () => {
  const check = (capacity: number, ...lines: readonly string[]) => {
    const text = new TextBytes(capacity);
    for (const line of lines) text.add(line);
    expect(text.end()).toEqual(Buffer.from(lines.join('')));
  };

  it('contains all lines, whatever the expected size', () => {
    check(0);
    check(0, 'a');
    check(100, 'a', 'bc\n');
    check(3, 'a', 'bc', 'def', 'x'.repeat(1_000));
  });

  it('has room for characters of several bytes', () => {
    check(1, 'é', '€€€', '😀', 'a€'.repeat(50));
  });
});
