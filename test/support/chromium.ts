import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Returns the path of CHROMIUM_BIN or of a browser of this machine. If there is none, returns null, and the console
 * names what is not checked.
 */
export function findChromium(misses: string): string | null {
  const found = [process.env['CHROMIUM_BIN'] ?? '', ...PLACES].find((path) => path && existsSync(path));
  if (found) return found;
  process.stderr.write(
    `Not checked: ${misses} (no Chromium; on Debian: apt-get install chromium, or set CHROMIUM_BIN).\n`,
  );
  return null;
}

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
