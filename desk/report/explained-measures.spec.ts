import { EXPLAINED_MEASURES } from './explained-measures.js';
import { ANALYSIS_FIGURES } from '../../src/review/analysis/catalogue/analysis-figures.js';

describe('the figures of analyses on the sheet', () => {
  it.each(EXPLAINED_MEASURES)('have a definition: %s', (name) => {
    expect(ANALYSIS_FIGURES.get(name)).toMatchObject({ definition: expect.any(String) });
  });
});
