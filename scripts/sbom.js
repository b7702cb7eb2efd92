/**
 * Writes the software bill of materials of the production packages, in the CycloneDX format: node scripts/sbom.js FILE.
 * `npm sbom --omit=dev` would also leave out production packages that development tools use. The script therefore runs npm
 * on a lock file without these tools.
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
  // npm uses the name of the directory.
  sbom.metadata.component.name = manifest.name;
  writeFileSync(process.argv[2] ?? 'sbom.cdx.json', JSON.stringify(sbom));
} finally {
  rmSync(directory, { recursive: true, force: true });
}
