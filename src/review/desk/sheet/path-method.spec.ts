import { pathMethod, pathSettings } from './path-method.js';

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
  ['equity', 3.3, { basis: 'equity' }],
  ['risk', 3.3, { basis: 'risk', riskPct: 3.3 }],
  ['risk', null, { basis: 'risk' }],
  ['money', 3.3, { basis: 'money' }],
  [null, null, { basis: 'money' }],
])('a session with the suggestion %s and %s has paths with %j', (basis, riskPct, settings) => {
  expect(pathSettings({ suggested: { basis, riskPct } } as never)).toEqual(settings);
});
