import { pathMethod } from './path-method.js';

it.each([
  [null, 'bootstrap'],
  [1.96, 'bootstrap'],
  [-1.96, 'bootstrap'],
  [1.97, 'block'],
  [-4, 'block'],
])('the paths of a session with the runs test %s are drawn by %s', (runsZ, method) => {
  expect(pathMethod({ perTrade: { runsZ } } as never)).toBe(method);
});
