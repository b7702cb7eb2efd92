import { renderToString } from 'preact-render-to-string';
import { ObservedHistogram } from './observed-histogram.js';

const drawn = (props: Partial<Parameters<typeof ObservedHistogram>[0]>) => {
  const markup = renderToString(
    <ObservedHistogram
      name="Results"
      bins={[
        { from: -10, to: 0, count: 3 },
        { from: 0, to: 10, count: 0 },
        { from: 10, to: 20, count: 1 },
      ]}
      counted="path"
      observed={5}
      label="net, USD"
      decimals={0}
      width={400}
      height={200}
      {...props}
    />,
  );
  const numbers = (pattern: RegExp) => Array.from(markup.matchAll(pattern), ([, value]) => Number(value));
  return {
    markup,
    lefts: numbers(/<rect[^>]* x="([\d.]+)"/g),
    widths: numbers(/<rect[^>]* width="([\d.]+)"/g),
    heights: numbers(/<rect[^>]* height="([\d.]+)"/g),
    line: numbers(/class="observed" x1="([\d.]+)"/g)[0]!,
  };
};

describe('a histogram with an observed value', () => {
  it('has a bar for each bin that is not empty, as high as its count', () => {
    const { heights, lefts, markup } = drawn({});
    expect(heights).toHaveLength(2);
    expect(heights[0]! / heights[1]!).toBeCloseTo(3, 1);
    expect(lefts[0]).toBeLessThan(lefts[1]!);
    expect(markup).toContain('\u221210 to 0: 3 paths');
    expect(markup).toContain('10 to 20: 1 path<');
  });

  it('draws the line at the value between the bars, and lists the value in the table', () => {
    const { lefts, widths, line, markup } = drawn({});
    expect(line).toBeGreaterThan(lefts[0]! + widths[0]!);
    expect(line).toBeLessThan(lefts[1]!);
    expect(markup).toContain('this session: 5');
  });

  it.each([-500, 500])('shows a value far outside the bins, %d', (observed) => {
    const { lefts, line } = drawn({ observed });
    expect(line).toBeGreaterThan(40);
    expect(line).toBeLessThan(400);
    expect(line < lefts[0]!).toBe(observed < 0);
  });

  it('draws a visible bar if all values of the distribution are equal', () => {
    const { widths, heights } = drawn({ bins: [{ from: 5, to: 5, count: 250 }] });
    expect(widths[0]).toBeGreaterThan(0);
    expect(heights[0]).toBeGreaterThan(100);
  });
});
