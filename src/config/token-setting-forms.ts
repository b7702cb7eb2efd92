/** Signed by a private key and checked by a public one: with a shared secret, whoever checks tokens could make them. */
export const ASYMMETRIC = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA'.split(' ');

export const areAlgorithms = (value: unknown): boolean =>
  typeof value === 'string' && value.split(',').every((name) => ASYMMETRIC.includes(name.trim()));

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whoever can change the key set on its way can make valid tokens, so it travels encrypted. */
export function isKeySetUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  // `fetch` refuses them, and its message shows them.
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.has(hostname));
}
