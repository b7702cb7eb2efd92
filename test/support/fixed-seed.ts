import fc from 'fast-check';

// The seed is fixed, because whether a mutant is killed must not depend on chance. The smallest counterexample is not
// needed.
fc.configureGlobal({ seed: 1, endOnFailure: true });
