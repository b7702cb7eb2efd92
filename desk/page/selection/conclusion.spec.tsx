import { renderToString } from 'preact-render-to-string';
import type { SelectedTryDto } from '../../../src/review/selection/routes/selected-try.dto.js';
import { Conclusion } from './conclusion.js';

const aTry = (name: string, verdict: SelectedTryDto['verdict'], fields: Partial<SelectedTryDto> = {}) =>
  ({
    sessionId: `id-${name}`,
    name,
    verdict,
    deflatedSharpe: 0.5,
    duplicateOf: null,
    ended: null,
    ...fields,
  }) as SelectedTryDto;

const textOf = (...tries: SelectedTryDto[]) =>
  renderToString(<Conclusion tries={tries} level={0.95} fullName={({ name }) => name} />).replace(
    /<[^>]*>/g,
    '',
  );

describe('the conclusion of a selection', () => {
  it('names the sessions above the bar', () => {
    const above = ['A', 'B', 'C', 'D'].map((name) => aTry(name, 'above-the-bar'));
    expect(textOf(above[0], aTry('X', 'undecided'))).toBe('1 session is above the bar: A.');
    expect(textOf(...above)).toBe('4 sessions are above the bar: A, B, C and 1 more.');
  });

  it('says that none is proven, and names the nearest', () => {
    const tries = [
      aTry('A', 'within-luck', { deflatedSharpe: 0.1 }),
      aTry('B', 'undecided', { deflatedSharpe: 0.747 }),
    ];
    expect(textOf(...tries)).toBe(
      'No session is proven to be better than luck. B comes nearest: with its days, its Sharpe ratio is truly above luck’s best with a probability of 0.747, and 0.95 is needed.',
    );
  });

  it('does not count repeats, and tries that have ended', () => {
    const repeated = aTry('A', 'above-the-bar', { duplicateOf: 'id-B' });
    const deleted = aTry('C', 'above-the-bar', { ended: 'deleted' });
    expect(textOf(repeated, deleted)).toBe('No session has enough trading days to be judged.');
    expect(textOf(repeated, aTry('D', 'unknown', { deflatedSharpe: null }))).toBe(
      'No session has enough trading days to be judged.',
    );
  });
});
