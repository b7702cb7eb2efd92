import fc from 'fast-check';
import { anyOf, bodySchemaOf } from './documented.js';
import { ODD_BODIES, edit, spelling } from './hostile.js';
import type { Edit, Fields, Spelling } from './json.js';

/** A plan for a body. Plans are made before the projects and sessions to which a body refers are known. */
export type BodyPlan =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'huge'; readonly what: (typeof HUGE)[number] }
  | { readonly kind: 'again'; readonly batch: number; readonly differs: boolean }
  | {
      readonly kind: 'fields';
      readonly fields: Fields;
      readonly edits: readonly Edit[];
      readonly spelling: Spelling;
      /** Number of times that the only row of a batch is repeated; 0 leaves the batch unchanged. */
      readonly rows: number;
    };

export const HUGE = [
  'text',
  'rows',
  'keys',
  'levels',
  'objects',
  'digits',
  'long key',
  'at the limit',
  'beyond the limit',
] as const;

const NO_BODY = fc.constant<BodyPlan>({ kind: 'none' });
export const fieldsOf = (
  route: string,
  edits: fc.Arbitrary<readonly Edit[]>,
  rows: fc.Arbitrary<number> = fc.constant(0),
): fc.Arbitrary<BodyPlan> => {
  const schema = bodySchemaOf(route);
  if (!schema) return NO_BODY;
  return fc.record({
    kind: fc.constant('fields' as const),
    fields: anyOf(schema) as fc.Arbitrary<Fields>,
    edits,
    spelling,
    rows,
  });
};

export const noEdits = fc.constant<readonly Edit[]>([]);
/** Usually a single edit, because a second edit could hide the effect of the first. */
export const someEdits = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(edit) },
  { weight: 1, arbitrary: fc.array(edit, { minLength: 2, maxLength: 3 }) },
);

export const oddBody: fc.Arbitrary<BodyPlan> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_BODIES).map((text) => ({ kind: 'text' as const, text })) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 6 }).map((text) => ({ kind: 'text' as const, text })) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((text) => ({ kind: 'text' as const, text })),
  },
);
export const hugeBody: fc.Arbitrary<BodyPlan> = fc
  .constantFrom(...HUGE)
  .map((what) => ({ kind: 'huge', what }));

/** A batch that was accepted before, unchanged or with one difference. */
export const again = fc.record({
  kind: fc.constant('again' as const),
  batch: fc.nat(1000),
  differs: fc.boolean(),
});
