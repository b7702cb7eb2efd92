import { pathBasis, pathMethod } from './path-method.js';

it.each([
  [null, 'bootstrap'],
  [1.96, 'bootstrap'],
  [-1.96, 'bootstrap'],
  [1.97, 'block'],
  [-4, 'block'],
])('a session whose runs test gives %s has paths that are drawn by the method %s', (runsZ, method) => {
  expect(pathMethod({ perTrade: { runsZ } } as never)).toBe(method);
});

it.each([
  ['equity', 'equity'],
  ['risk', 'risk'],
  ['money', 'money'],
  [null, 'money'],
])('a session whose suggested basis is %s has paths with the basis %s', (suggested, basis) => {
  expect(pathBasis({ suggested: { basis: suggested } } as never)).toBe(basis);
});
