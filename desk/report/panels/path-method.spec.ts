import { pathMethod } from './path-method.js';

it.each([
  [null, 'bootstrap'],
  [1.96, 'bootstrap'],
  [-1.96, 'bootstrap'],
  [1.97, 'block'],
  [-4, 'block'],
])('if the runs test of a session gives %s, its paths are drawn by the method %s', (runsZ, method) => {
  expect(pathMethod({ perTrade: { runsZ } } as never)).toBe(method);
});
