import { pathBasis, pathMethod } from './path-method.js';

it.each([
  [null, 'bootstrap'],
  [1.96, 'bootstrap'],
  [-1.96, 'bootstrap'],
  [1.97, 'block'],
  [-4, 'block'],
])('if the runs test of a session gives %s, its paths are drawn by the method %s', (runsZ, method) => {
  expect(pathMethod({ perTrade: { runsZ } } as never)).toBe(method);
});

it.each([
  ['equity', 'equity'],
  ['risk', 'risk'],
  ['money', 'money'],
  [null, 'money'],
])('if the suggested basis of a session is %s, its paths have the basis %s', (suggested, basis) => {
  expect(pathBasis({ suggested: { basis: suggested } } as never)).toBe(basis);
});
