import type { DatabaseFacts } from './care-steps.js';
import { nextStep } from './next-step.js';

const FREEZE_AGE = 1_000;
const MB = 2 ** 20;
const table = (name: string, { changed = 0, dead = 0 }) => ({
  name,
  rows: 10_000,
  pages: 100,
  changed,
  dead,
});
const facts = (fields: Partial<DatabaseFacts>): DatabaseFacts => ({
  tables: [],
  age: 10,
  position: 100 * MB,
  checkpoint: 0,
  ...fields,
});
const next = (fields: Partial<DatabaseFacts>, lastPosition = 100 * MB) =>
  nextStep(facts(fields), lastPosition, FREEZE_AGE);

describe('the next step of the care of the embedded database', () => {
  const changed = table('bars', { changed: 1_000 });
  const dead = table('trades', { dead: 2_000 });

  it('is none if little has changed', () => {
    expect(next({ tables: [table('bars', { changed: 999, dead: 1_999 })] })).toBeNull();
  });

  it('is ANALYZE of a table of which a tenth has changed', () => {
    expect(next({ tables: [changed] })).toEqual({ step: 'analyze', table: changed });
  });

  it('is VACUUM of a table of which a fifth is gone, before ANALYZE', () => {
    expect(next({ tables: [changed, dead] })).toEqual({ step: 'vacuum', table: dead });
  });

  it('is freezing first, from its age on', () => {
    expect(next({ tables: [dead], age: FREEZE_AGE })).toEqual({ step: 'freeze' });
    expect(next({ age: FREEZE_AGE - 1 })).toBeNull();
  });

  it('is none beside an import, which writes more than 4 MB of log between two looks', () => {
    const tables = [changed, dead];
    expect(next({ tables, age: FREEZE_AGE }, 96 * MB - 1)).toBeNull();
    expect(next({ tables }, 96 * MB)).toEqual({ step: 'vacuum', table: dead });
  });
});
