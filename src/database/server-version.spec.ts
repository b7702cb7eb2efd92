import { requireSupportedServer } from './server-version.js';

describe('requireSupportedServer', () => {
  it.each([150000, 150020, 160004, 180001])('takes %d', (versionNumber) => {
    requireSupportedServer(versionNumber);
  });

  it.each([
    [140023, '14'],
    [100000, '10'],
    [90624, '9.6'],
  ])('refuses %d and names it %s', (versionNumber, name) => {
    expect(() => requireSupportedServer(versionNumber)).toThrow(
      `it is PostgreSQL ${name}, and 15 or newer is needed`,
    );
  });
});
