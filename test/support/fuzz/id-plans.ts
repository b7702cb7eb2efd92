import fc from 'fast-check';

/** Plan for the session that a path names: an existing session, or any other text. */
export type IdPlan =
  | { readonly kind: 'known'; readonly index: number; readonly as: 'is' | 'upper' | 'encoded' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'odd'; readonly text: string };

const DIFFERENT_IDS = [
  '%00',
  '%',
  '%E0%A4%A',
  '%2e%2e%2fprojects',
  "'%20OR%20'1'='1",
  '0',
  '-1',
  'null',
  'undefined',
  '[object%20Object]',
  'x'.repeat(5000),
  '%F0%9F%98%80',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a',
  '{0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a}',
  '0199a8f06a3e7c319d5e2f6f0d1c4b7a',
  '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a%00',
  '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a%0a',
  '__proto__',
  '%C0%AE',
  '%ED%A0%80',
  '..;',
  ';jsessionid=1',
  '%252e',
  '*',
  ':id',
  '~',
  '$1',
] as const;

export const knownId = fc.record({
  kind: fc.constant('known' as const),
  index: fc.nat(1000),
  as: fc.constantFrom('is', 'is', 'is', 'is', 'is', 'is', 'upper', 'encoded'),
});
export const anyId: fc.Arbitrary<IdPlan> = fc.oneof(
  { weight: 6, arbitrary: knownId },
  { weight: 1, arbitrary: fc.constant({ kind: 'foreign' as const }) },
  { weight: 2, arbitrary: fc.constantFrom(...DIFFERENT_IDS).map((text) => ({ kind: 'odd' as const, text })) },
);
