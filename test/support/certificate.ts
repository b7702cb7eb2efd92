import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The path of a self-signed certificate for localhost, and the path of the key of this certificate. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** True if a certificate can be made. */
export const canMakeCertificates = spawnSync('openssl', ['version']).status === 0;

/** Returns whether a certificate can be made. If not, the console names what is not checked. */
export function hasOpenssl(misses: string): boolean {
  if (!canMakeCertificates) process.stderr.write(`Not checked: ${misses} (no openssl).\n`);
  return canMakeCertificates;
}

/** Makes `NAME.crt` and `NAME.key` in a directory. */
export function makeCertificate(directory: string, name: string): Certificate {
  const [key, certificate] = [join(directory, `${name}.key`), join(directory, `${name}.crt`)];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...request, ...names], { stdio: 'ignore' });
  return { certificate, key };
}
