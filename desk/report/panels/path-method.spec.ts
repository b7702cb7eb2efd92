import { pathBasis, pathMethod } from './path-method.js';

it.each([
  [null, 'bootstrap'],
  [1.96, 'bootstrap'],
  [-1.96, 'bootstrap'],
  [1.97, 'block'],
  [-4, 'block'],
])('the paths of a session with the runs test %s are drawn by %s', (runsZ, method) => {
  expect(pathMethod({ perTrade: { runsZ } } as never)).toBe(method);
});

it.each([
  ['equity', 'equity'],
  ['risk', 'risk'],
  ['money', 'money'],
  [null, 'money'],
])('the paths of a session whose suggested basis is %s keep results in %s', (suggested, basis) => {
  expect(pathBasis({ suggested: { basis: suggested } } as never)).toBe(basis);
});
