import { freqtradeParameters } from './freqtrade-parameters.js';

const file = (fields: object) =>
  JSON.stringify({
    strategy_name: 'Saturn5',
    params: {
      buy: { rsi: 30, mode: 'fast' },
      trailing: { trailing_stop: true },
      roi: { '0': 0.1, '60': 0.01 },
      stoploss: { stoploss: -0.2 },
      max_open_trades: 3,
      protection: null,
    },
    ft_stratparam_v: 1,
    ...fields,
  });

it('parameters of freqtrade are named after their space', () => {
  expect(freqtradeParameters(file({}), 'Saturn5')).toEqual({
    'buy.rsi': 30,
    'buy.mode': 'fast',
    'trailing.trailing_stop': true,
    'roi.0': 0.1,
    'roi.60': 0.01,
    'stoploss.stoploss': -0.2,
  });
});

it.each([
  ['another strategy', file({ strategy_name: 'Other' })],
  ['no parameters', file({ params: undefined })],
  ['a list of parameters', file({ params: [] })],
  ['a list', '[]'],
  ['null', 'null'],
  ['a text that is no JSON', '{'],
])('a file with %s gives no parameters', (_, text) => {
  expect(freqtradeParameters(text, 'Saturn5')).toBeUndefined();
});
