import fc from 'fast-check';

// The seed is fixed, so that the tests find a mutant every time or never. They need not find the smallest
// counterexample.
fc.configureGlobal({ seed: 1, endOnFailure: true });
