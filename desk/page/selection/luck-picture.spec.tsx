import { renderToString } from 'preact-render-to-string';
import type { SelectedTryDto } from '../../../src/review/selection/routes/selected-try.dto.js';
import { LuckPicture } from './luck-picture.js';

/** Returns tries with these ratios, the first of which is the best. */
const triesOf = (sharpes: readonly (number | null)[], changes: Partial<SelectedTryDto> = {}) =>
  sharpes.map((sharpe, i) => ({
    sessionId: `0199a8f0-${i}`,
    run: 1,
    name: `Try ${i}`,
    sharpe,
    ended: null,
    verdict: 'within-luck',
    ...changes,
  })) as unknown as SelectedTryDto[];

const draw = (tries: SelectedTryDto[], expectedBest = 2) =>
  renderToString(
    <LuckPicture tries={tries} expectedBest={expectedBest} fullName={({ name }) => `${name} · 5m`} />,
  );

const count = (text: string, part: string) => text.split(part).length - 1;

describe('the picture of luck', () => {
  it('has a dot for each try, filled if it can be judged, and a cross for a deleted one', () => {
    const text = draw([
      ...triesOf([3, 1]),
      ...triesOf([0.5], { verdict: 'unknown' }),
      ...triesOf([0.2, null], { ended: 'deleted' }),
    ]);
    expect([count(text, 'luck-judged'), count(text, 'luck-unknown'), count(text, 'luck-gone')]).toEqual([
      2, 1, 1,
    ]);
    expect(text).toContain('best: Try 0 · 5m 3.00');
    expect(text).toContain('luck’s best 2.00');
    expect(text).toContain('Sharpe ratios of 4 tries');
  });

  it('names the values that stand at its edges, beyond five times the best of luck', () => {
    const text = draw(triesOf([12, 1, -11]));
    expect(text).toContain('>12.00</text>');
    expect(text).toContain('>−11.00</text>');
    expect(draw(triesOf([9, 1, -9]))).not.toContain('>9.00</text>');
  });

  it('is a histogram for more than 500 tries', () => {
    const many = Array.from({ length: 501 }, (_, i) => 2 - i / 200);
    expect(count(draw(triesOf(many.slice(1))), 'luck-judged')).toBe(500);
    const text = draw(triesOf(many));
    expect([count(text, 'luck-judged'), count(text, 'class="drawn"')]).toEqual([0, 60]);
    expect(text).toContain('Sharpe ratios of 501 tries');
  });

  it('is left out if no try has a Sharpe ratio', () => expect(draw(triesOf([null]))).toBe(''));
});
