import fc from 'fast-check';

// Whether a mutant is killed must not depend on a random seed. The smallest counterexample is of no use here.
fc.configureGlobal({ seed: 1, endOnFailure: true });
