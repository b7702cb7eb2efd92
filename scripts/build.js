/**
 * Builds a program of this repository. npm runs this script before each script that needs the program.
 *
 *     node scripts/build.js [service | venue] [--force]
 *
 * Without --force, the script builds only if the sources have changed since the last successful build. If there are no
 * sources, as in the image, the script does nothing.
 *
 * The script also records the commit of the sources in `dist/<directory>/commit.txt`. The commit is the value of the
 * environment variable COMMIT or, if it is not set, the commit of the checkout. If the commit is not known, the file does
 * not exist.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const CONFIGURATION = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

const VITE = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];

/**
 * The programs. `compiled` lists the folders that are compiled file by file; the first is the folder of the program.
 * `bundles` lists files that exist only if the page was built.
 */
const PROGRAMS = {
  service: {
    sources: ['src', 'desk'],
    compiled: ['src', 'desk/report', 'desk/thread'],
    bundles: ['dist/page/index.html', 'dist/page/report.js', 'dist/page/report.css'],
    files: [...CONFIGURATION, 'nest-cli.json', 'ormconfig.ts', 'vite.config.js'],
    compilers: [['node_modules/@nestjs/cli/bin/nest.js', 'build'], VITE, [...VITE, '--mode', 'report']],
  },
  venue: {
    sources: ['venue-double'],
    compiled: ['venue-double'],
    bundles: [],
    files: [...CONFIGURATION, 'tsconfig.venue.json'],
    compilers: [['node_modules/typescript/bin/tsc', '-p', 'tsconfig.venue.json']],
  },
};

process.chdir(join(import.meta.dirname, '..'));
const isForced = process.argv.includes('--force');
const name = process.argv.includes('venue') ? 'venue' : 'service';
const { sources, compiled, bundles, files, compilers } = PROGRAMS[name];
const [directory] = compiled;
/** File with the fingerprint of the last successful build. */
const stamp = `dist/.${name}-build`;
const lock = `${stamp}.lock`;
const commitFile = join('dist', directory, 'commit.txt');

if (existsSync(directory)) {
  if (isForced || !isUpToDate(fingerprint())) process.exitCode = await buildAlone();
  if (!process.exitCode) recordCommit();
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function outputs() {
  const code = compiled.flatMap(filesIn).filter((file) => /\.tsx?$/.test(file));
  return [...code.map((file) => join('dist', file.replace(/\.tsx?$/, '.js'))), ...bundles];
}

/**
 * Returns a hash of the content of all sources. The times of files are not used, because they do not show whether files
 * that were checked out, copied or restored have changed.
 */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of [...files, ...sources.flatMap(filesIn)])
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Returns whether these sources were built, all outputs exist, and no other build has written an output since. */
function isUpToDate(wanted) {
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return outputs().every((file) => existsSync(file) && statSync(file).mtimeMs <= builtAt);
}

/** Builds under a lock. A second build waits for the first build, and then usually has nothing to do. */
async function buildAlone() {
  mkdirSync('dist', { recursive: true });
  while (!takeLock()) await delay(100);
  try {
    const wanted = fingerprint();
    return !isForced && isUpToDate(wanted) ? 0 : build(wanted);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Takes the lock by creating a link. Unlike a write, a link creates the file and its content at the same moment. */
function takeLock() {
  const own = `${lock}.${process.pid}`;
  try {
    writeFileSync(own, String(process.pid));
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned()) rmSync(lock, { force: true });
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Returns whether the process that took the lock has ended without releasing the lock. */
function isAbandoned() {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function build(wanted) {
  if (!compilers.every(([program]) => existsSync(program))) {
    process.stderr.write(
      'The build is older than its sources, and the compiler is not installed: run npm ci.\n',
    );
    return 1;
  }
  process.stderr.write(`Building the ${name} …\n`);
  for (const file of [stamp, commitFile]) rmSync(file, { force: true });
  for (const compiler of compilers) {
    const { status } = spawnSync(process.execPath, compiler, { stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  removeStaleOutputs();
  writeFileSync(stamp, wanted);
  return 0;
}

/** Removes the outputs of sources that were deleted or renamed. */
function removeStaleOutputs() {
  const current = new Set(outputs());
  const built = compiled.flatMap((folder) => filesIn(join('dist', folder)));
  for (const file of built) {
    if (!file.endsWith('.js') || current.has(file)) continue;
    for (const stale of [file, `${file}.map`]) rmSync(stale, { force: true });
  }
}

/**
 * Records the commit, which may have changed although no source has changed. If the commit is not known, the earlier record
 * of the same sources is kept. The record is also kept if the directory is read-only, because the program can start without
 * a new record.
 */
function recordCommit() {
  const commit = process.env.COMMIT?.trim() || checkedOutCommit();
  if (!commit || (existsSync(commitFile) && readFileSync(commitFile, 'utf8') === commit)) return;
  try {
    writeFileSync(commitFile, commit);
  } catch (error) {
    process.stderr.write(`The commit of the build was not recorded: ${error.message}\n`);
  }
}

/**
 * Returns the commit of the checkout, with `-dirty` appended if a source differs from the commit. Returns null without git,
 * or if the repository does not contain this package.json: an unpacked archive may lie inside another repository.
 */
function checkedOutCommit() {
  const [commit] = git('rev-parse', 'HEAD', 'HEAD:./package.json')?.split('\n') ?? [];
  if (!commit) return null;
  return git('status', '--porcelain', '--', ...files, ...sources) === '' ? commit : `${commit}-dirty`;
}

/** Returns the output of git; null if git fails or is not installed. */
function git(...args) {
  const { status, stdout } = spawnSync('git', ['--no-optional-locks', ...args], { encoding: 'utf8' });
  return status === 0 ? stdout : null;
}
