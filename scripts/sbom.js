/**
 * Writes the software bill of materials of what runs in production, in the format of CycloneDX: node scripts/sbom.js FILE.
 * `npm sbom --omit=dev` leaves out what tools for development need as well, so npm is shown a lock file without those tools.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const { devDependencies: _tools, ...manifest } = read('package.json');
const { packages, ...lock } = read('package-lock.json');
const { devDependencies: _lockedTools, ...root } = packages[''];
const locked = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);

const directory = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  const write = (file, content) => writeFileSync(join(directory, file), JSON.stringify(content));
  write('package.json', manifest);
  write('package-lock.json', { ...lock, packages: { '': root, ...Object.fromEntries(locked) } });
  const output = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const sbom = JSON.parse(output);
  // npm names it by its directory.
  sbom.metadata.component.name = manifest.name;
  writeFileSync(process.argv[2] ?? 'sbom.cdx.json', JSON.stringify(sbom));
} finally {
  rmSync(directory, { recursive: true, force: true });
}
