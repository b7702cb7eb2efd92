/**
 * Algorithms that sign with a private key and verify with a public key. With a shared secret, anyone who can verify
 * tokens could also create tokens.
 */
export const ASYMMETRIC = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA'.split(' ');

export const areAlgorithms = (value: unknown): boolean =>
  typeof value === 'string' && value.split(',').every((name) => ASYMMETRIC.includes(name.trim()));

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns true for an https address, and for an http address of this machine. An attacker who can change the key set in
 * transit could create valid tokens.
 */
export function isKeySetUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  // `fetch` refuses credentials in a URL, and the message of `fetch` would show the credentials.
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.has(hostname));
}
