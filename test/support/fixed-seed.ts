import fc from 'fast-check';

// Whether a mutant is killed must not depend on the luck of a seed; the smallest counterexample is of no use then.
fc.configureGlobal({ seed: 1, endOnFailure: true });
