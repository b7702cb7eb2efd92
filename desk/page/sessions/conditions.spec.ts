import { withParameter } from './conditions.js';

describe('a condition on a parameter', () => {
  it.each([
    ['', 'parameters.fast=4'],
    ['plNet>=-50', 'plNet>=-50,parameters.fast=4'],
    ['parameters.fast<3,plNet>1', 'plNet>1,parameters.fast=4'],
    ['parameters.fast<=3,parameters.fast!=1', 'parameters.fast=4'],
    ['parameters.faster=1', 'parameters.faster=1,parameters.fast=4'],
    ['parameters.mode="x,parameters.fast=1"', 'parameters.mode="x,parameters.fast=1",parameters.fast=4'],
    [String.raw`parameters.mode="\",y"`, String.raw`parameters.mode="\",y",parameters.fast=4`],
  ])('replaces all conditions on the same parameter in "%s"', (where, expected) => {
    expect(withParameter(where, 'fast', 4)).toBe(expected);
  });

  it('contains its value as JSON', () => {
    expect(withParameter('', 'mode', 'a"b')).toBe(String.raw`parameters.mode="a\"b"`);
    expect(withParameter('', 'exit', true)).toBe('parameters.exit=true');
  });
});
