import { configuredKeys } from './configured-keys.js';

describe('configuredKeys', () => {
  it('reads entries `secret` and `name@workspace:secret`, separated by commas or line breaks', () => {
    expect(configuredKeys(' one,\n web@shop:two:2 ,, ')).toEqual({
      keys: [
        { name: 'key-1', workspace: 'default', secret: 'one' },
        { name: 'web', workspace: 'shop', secret: 'two:2' },
      ],
      problems: [],
    });
  });

  it('accepts secrets of 4,096 characters, and refuses longer secrets without showing them', () => {
    const longest = 's'.repeat(4_096);
    expect(configuredKeys(longest)).toEqual({
      keys: [{ name: 'key-1', workspace: 'default', secret: longest }],
      problems: [],
    });
    expect(configuredKeys(`web@shop:${longest}s`)).toEqual({
      keys: [],
      problems: ['API_KEYS entry 1 has a secret of more than 4096 characters'],
    });
  });

  it.each(['a b', 'web@shop:', 'web@shop:\u00e9'])(
    'refuses a secret that a header cannot contain: %j',
    (text) => {
      expect(configuredKeys(text).problems).toEqual([
        'API_KEYS entry 1 has a secret that is empty or holds a character that no header can carry',
      ]);
    },
  );
});
