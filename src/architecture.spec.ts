import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The folders of `src/` that group other folders. */
const GROUPS = words('shared platform review');

/** A folder in a folder that stands for itself, because its code also runs in the browser. */
const INNER = 'review/desk/sheet';

/** The folders of `src/` and of `desk/`, lowest first. A folder may import only from the folders before it. */
const ORDER = words(`
  shared/market shared/decimal shared/figures shared/problems shared/fields shared/concurrency shared/text shared/files

  platform/config platform/database platform/worker platform/audit platform/auth platform/idempotency platform/keys platform/metrics platform/health platform/tracing platform/limits platform/http platform/admin

  candles projects sessions trades stats

  review/events review/usage review/analysis review/comparison review/trials review/selection review/evidence ${INNER} review/trade-files review/samples review/desk

  cli

  desk/report desk/thread desk/api desk/page
`);

/** The folders that import no other folder of this repository. */
const LEAVES = new Set(words('shared/market shared/decimal shared/problems shared/text shared/files'));

/** The folders of the service whose code also runs in the browser. */
const PURE = new Set(['shared/market', 'shared/figures', 'shared/files', INNER]);

/** The folders of the browser. From the rest of the service, they may import only the types of responses. */
const BROWSER = new Set(['desk/api', 'desk/page', 'desk/report']);

/** The program of a thread, which the service starts by its path. The service imports nothing else of the desk. */
const DESK_PROGRAM = 'desk/thread/report.worker.ts';

/**
 * The programs of threads. The file that starts a program only names its path, so a program may be in a folder above.
 */
const PROGRAMS = new Set([DESK_PROGRAM, 'src/review/analysis/worker/analysis.worker.ts']);

/** The only folders that may import the composition root, because programs put the whole service together. */
const MAY_IMPORT_ROOT = new Set(['cli']);

/**
 * The subfolders of a folder, lowest first, with the same rule as in ORDER. `.` means the files next to the subfolders.
 */
const SUBFOLDERS: Readonly<Record<string, readonly string[]>> = {
  'shared/figures': words('calculator definitions . probability'),
  'shared/text': words('csv .'),
  'platform/database': words('connection migrations embedded . copy'),
  'platform/auth': words('. tokens requests'),
  candles: words('store venue import .'),
  sessions: words('. client-state replay copy project-records'),
  trades: words('. copy export rewind'),
  stats: words('ideal-r sample document worker .'),
  'review/analysis': words(`
    . local-time slices minutes tasks overfitting excursions timestamps fills service
    slice-figures breakdown calendar confidence candle-reads exits hindsight risk account monte-carlo sizing costs positions first-answers
    trade-evidence equity timing explain run-figures
    catalogue worker routes
  `),
  'review/selection': words('. tries overfitting walk-forward leaderboard routes'),
  'review/comparison': words('daily .'),
  'review/evidence': words('questions routes'),
  'review/trade-files': words('files money tables formats columns earlier . routes runs'),
  'desk/report': words('. charts packed panels analyses sheet'),
  cli: words('terminal candles demo import workspace .'),
  'desk/page': words(
    'router ui money drop add-candles start faces comparison selection projects candles import trades slice session sessions . report',
  ),
};

/**
 * The files of a feature that other folders may import. Code for the browser may also import the types of DTOs, which
 * are not listed here.
 */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  candles: words(`
    candles.module candles.service candle-imports.service create-candles-service candles.dto import/candle-file-error
    store/read-minutes store/aggregate-bars store/bar-columns store/series-key
  `),
  projects: words('projects.module projects.service project.dto project.entity project-id'),
  sessions: words(`
    sessions.module sessions.service session-creations.service planned-session session-fields earlier-sessions.service session-records.service copy/session-copies.service
    storage-quotas summaries.service summaries.store summary trades-at session.entity asset.entity
    session.dto asset.dto session-record.dto named-session.dto create-session.dto create-asset.dto copy/session-overrides.dto
    session-id client-state/sent-state trial trial-fields trial.dto trials.store session-runs run-figures figures-version trade-changes is-replay playhead.dto playheads.store seen-spans.store
    answer-counts shown-times.store
    filler-after-start
  `),
  'review/events': [],
  trades: words(`
    trades.module trades.service trade-inserts.service shard-moved bulk-writes read-trade-columns read-tag-counts trade-figures answer-columns read-answer-rows
    with-trade-count new-trade row-outcome trades-part asset-of-trade trade.entity
    trade.dto trade-record.dto ingest-trades.dto export/export-columns
  `),
  stats: words(`
    stats.module stats.service statistics-runs stats-queue versioned-sessions worker/compute-statistics
    sample/trade-sample sample/market-time stats.dto document/statistics.dto
    ideal-r/ideal-r.service ideal-r/ideal-r.dto ideal-r/analytics ideal-r/closed-minutes ideal-r/market-candles ideal-r/places-by-asset
    ideal-r/walk-forward ideal-r/walkable-minutes ideal-r/windows
  `),
  'review/usage': [],
  'review/comparison': [],
  'review/analysis': words(`
    analysis.module service/analysis.service service/analysis-cache service/analysis-queue service/analysis-route service/trade-route
    routes/default-answers.service routes/excursions.service routes/fills.service routes/timestamps.service
    account/account account/account.task account/account-returns.dto trade-evidence/trade-evidence trade-evidence/trade-evidence.task
    minutes/candle-states run-figures/run-figures run-figures/run-figures.task
    breakdown/breakdown breakdown/breakdown.route calendar/calendar.route confidence/confidence.route costs/costs.route
    monte-carlo/monte-carlo.route risk/risk.route
    sizing/sizing.route timing/timing.route
    equity/equity.dto exits/exits.dto exits/exits.route fills/fills.dto sizing/sizing.dto timing/timing.dto timing/timing-limits monte-carlo/monte-carlo.dto
    risk/risk.dto risk/daily-returns risk/exit-days risk/return-ratios confidence/confidence.dto confidence/resample-count hindsight/hindsight.dto first-answers/first-answers.dto first-answers/first-answers.route positions/positions.dto positions/positions.route
    timestamps/timestamps.dto timestamps/stamps
    excursions/excursion-page catalogue/analysis-figures explain/explain explain/explained
    measure-fields random-draws local-time/local-days risk/return-definitions
    overfitting/cross-validation overfitting/superior-ability overfitting/panel-tests
  `),
  'review/trials': words(`
    trials.module studies.service study-sessions.store study-session constant-fields.store empty-sessions.store session-filter.store
    ledger study-row which-study
  `),
  'review/selection': words('selection.module routes/selection.service routes/leaderboard.dto'),
  'review/evidence': words(
    'evidence.module routes/session-evidence.service questions/answer-questions questions/evidence-parameters',
  ),
  'review/trade-files': [],
  'review/samples': words('generated-minutes moving-average-trades'),
  'review/desk': words('page-build report-task'),
};

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Import {
  /**
   * Path of the importing file from the root of the repository, with the extension of the source. `target` is the path
   * of the imported file.
   */
  readonly file: string;
  readonly target: string;
  readonly isType: boolean;
  /** True if the file only contains the path of the target. */
  readonly isPath: boolean;
}

const sources = ['src', 'desk'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file)),
);
const known = new Set(sources);
const imports = sources.flatMap(importsOf);
const between = imports.filter(({ file, target }) => folderOf(file) !== folderOf(target));

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = text.matchAll(/(import type [^;]*?from|from|import|new URL)\s*\(?\s*'(\.{1,2}\/[^']+)'/g);
  return [...found].map(([, keyword, specifier]) => ({
    file,
    target: sourceOf(normalize(join(dirname(file), specifier!))),
    isType: keyword!.startsWith('import type'),
    isPath: keyword === 'new URL',
  }));
}

/** Returns the source of a compiled file. Any other file is returned unchanged. */
function sourceOf(path: string): string {
  const candidates = [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')];
  return candidates.find((candidate) => known.has(candidate)) ?? path;
}

/** Returns `trades` for `src/trades/…`, `desk/page` for `desk/page/…`, and `''` for a file directly in `src`. */
function folderOf(path: string): string {
  if (dirname(path) === 'src') return '';
  const folders = ORDER.filter((folder) => path.startsWith(rootOf(folder)));
  return folders.toSorted((a, b) => b.length - a.length)[0] ?? dirname(path);
}

/** Returns the folder within a feature; `.` for files directly in the feature. */
function subfolderOf(path: string): string {
  const inside = path.slice(rootOf(folderOf(path)).length).split('/');
  return inside.length > 1 ? inside[0]! : '.';
}

function rootOf(folder: string): string {
  return folder.startsWith('desk/') ? `${folder}/` : `src/${folder}/`;
}

/** Returns whether a file belongs to the contract with API clients: responses and problems. */
const isContract = (path: string): boolean =>
  path.endsWith('.dto.ts') || path === 'src/shared/problems/problem.ts';

const isModule = (path: string): boolean => path.endsWith('.module.ts');

/** Returns the path of an imported file within its feature, without extensions. */
const doorOf = (target: string): string =>
  target.slice(rootOf(folderOf(target)).length).replace(/\.tsx?$/, '');

const described = ({ file, target }: Import): string => `${file} → ${target}`;

describe('folders of src and desk', () => {
  it('are each listed once', () => {
    const foldersIn = (folder: string) =>
      readdirSync(join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    const grouped = [...GROUPS.map((group) => `src/${group}`), 'desk'].flatMap((group) =>
      foldersIn(group).map((name) => `${group}/${name}`.replace(/^src\//, '')),
    );
    const single = foldersIn('src').filter((name) => !GROUPS.includes(name));
    expect(ORDER.toSorted()).toEqual([...single, ...grouped, INNER].toSorted());
  });

  it('have more than 1,000 imports between them', () => {
    expect(between.length).toBeGreaterThan(1000);
  });

  it('import only from folders below them', () => {
    const order = ORDER as readonly string[];
    const upward = between.filter(
      ({ file, target, isPath }) =>
        !(isPath && PROGRAMS.has(target)) &&
        folderOf(target) !== '' &&
        folderOf(file) !== '' &&
        order.indexOf(folderOf(target)) >= order.indexOf(folderOf(file)),
    );
    expect(upward.map(described)).toEqual([]);
  });

  it('do not import desk if they are in src; they only use the path of one program', () => {
    const toDesk = imports.filter(
      ({ file, target }) => file.startsWith('src/') && target.startsWith('desk/'),
    );
    expect(toDesk.map(({ target, isPath }) => ({ target, isPath }))).toEqual([
      { target: DESK_PROGRAM, isPath: true },
    ]);
  });

  it('import no file outside src and desk, because the image contains no such file', () => {
    const outside = between.filter(({ target }) => !/^(src|desk)\//.test(target));
    expect(outside.map(described)).toEqual([]);
  });

  it('do not import the composition root', () => {
    const root = between.filter(
      ({ file, target }) => folderOf(target) === '' && !MAY_IMPORT_ROOT.has(folderOf(file)),
    );
    expect(root.map(described)).toEqual([]);
  });

  it('import no other folder if they are leaves', () => {
    expect(between.filter(({ file }) => LEAVES.has(folderOf(file))).map(described)).toEqual([]);
  });

  it('that run in the browser import only pure code and the types of responses from the service', () => {
    const fromService = between.filter(
      ({ file, target }) => BROWSER.has(folderOf(file)) && target.startsWith('src/'),
    );
    const others = fromService.filter(
      ({ target, isType }) => !PURE.has(folderOf(target)) && !(isType && isContract(target)),
    );
    expect(others.map(described)).toEqual([]);
    expect(fromService).not.toEqual([]);
  });
});

describe('subfolders', () => {
  const within = imports.filter(
    ({ file, target }) => folderOf(file) === folderOf(target) && folderOf(file) !== '',
  );

  it('are each listed once', () => {
    const found: Record<string, readonly string[]> = {};
    for (const folder of ORDER) {
      const own = sources.filter((file) => folderOf(file) === folder && !isModule(file)).map(subfolderOf);
      const names = [...new Set(own)].toSorted();
      if (names.length > 1) found[folder] = names;
    }
    const listed = Object.entries(SUBFOLDERS).map(([folder, names]) => [folder, names.toSorted()]);
    expect(Object.fromEntries(listed)).toEqual(found);
  });

  it('import only from subfolders below them, except modules, which may import all subfolders', () => {
    const upward = within.filter(({ file, target, isPath }) => {
      const order = SUBFOLDERS[folderOf(file)];
      if (!order || isModule(file) || (isPath && PROGRAMS.has(target))) return false;
      return order.indexOf(subfolderOf(target)) > order.indexOf(subfolderOf(file));
    });
    expect(upward.map(described)).toEqual([]);
  });
});

describe('files', () => {
  it.each(Object.entries(DOORS))(
    'are imported only through the listed files of %s, and each listed file is imported',
    (feature, open) => {
      const entered = between.filter(
        ({ file, target, isType }) =>
          folderOf(target) === feature &&
          folderOf(file) !== '' &&
          !(BROWSER.has(folderOf(file)) && isType && isContract(target)),
      );
      const used = new Set(entered.map(({ target }) => doorOf(target)));
      expect([...used].toSorted()).toEqual(open.toSorted());
    },
  );
});
