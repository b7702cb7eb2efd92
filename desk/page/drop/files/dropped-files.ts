import {
  COMPANION_START_LENGTH,
  isCompanionFile,
  isCompanionStart,
} from '../../../../src/shared/files/companion-files.js';
import type { DroppedItem } from '../dropped-items.js';

/** A file, and its path within the folder that was dropped. */
export interface FoundFile {
  readonly file: File;
  readonly path: string;
}

export interface FoundFiles {
  /** The files, sorted by path. */
  readonly files: readonly FoundFile[];
  /** Number of files that were found in folders and left out, because they cannot be results. */
  readonly leftOut: number;
  /** Number of files that only accompany results of freqtrade, and were left out. */
  readonly companions: number;
  /** True if there are more files than are read. */
  readonly areTooMany: boolean;
}

/** Maximum number of files of a drop. */
export const MAX_FILES = 500;

/** Maximum number of files that are examined if folders are dropped. */
const MAX_SEEN = 20_000;

const RESULT = /\.(csv|json|ndjson|jsonl|zip|txt|xlsx|html?)$/i;

/** Hidden files. */
const NO_RESULT = /^\./;

const PATHS = new Intl.Collator('en', { numeric: true });

/**
 * Returns the files among these items and in their folders. Of the files that were dropped directly, only companions of
 * results are left out.
 */
export async function filesOf(items: readonly DroppedItem[]): Promise<FoundFiles> {
  const own: FoundFile[] = [];
  const inFolders: FoundFile[] = [];
  const folders: FileSystemDirectoryEntry[] = [];
  for (const item of items) {
    if (item instanceof File) {
      // If a folder is chosen, the browser supplies its files, each with a path.
      const path = item.webkitRelativePath;
      (path ? inFolders : own).push({ file: item, path: path || item.name });
    } else if (isFolder(item)) folders.push(item);
    else if (isFile(item)) own.push({ file: await fileOf(item), path: item.name });
  }
  for (let folder = folders.pop(); folder && inFolders.length < MAX_SEEN; folder = folders.pop()) {
    for (const entry of await entriesOf(folder)) {
      if (isFolder(entry)) folders.push(entry);
      else if (isFile(entry)) {
        inFolders.push({ file: await fileOf(entry), path: entry.fullPath.replace(/^\//, '') });
      }
    }
  }
  const companions = new Set<FoundFile>();
  for (const found of [...own, ...inFolders]) if (await isCompanion(found.file)) companions.add(found);
  const isWanted = (found: FoundFile) => !companions.has(found);
  const candidates = inFolders.filter(isWanted);
  const results = candidates.filter(({ file: { name } }) => RESULT.test(name) && !NO_RESULT.test(name));
  const files = [...own.filter(isWanted), ...results].toSorted((one, other) =>
    PATHS.compare(one.path, other.path),
  );
  return {
    files: files.slice(0, MAX_FILES),
    leftOut: candidates.length - results.length,
    companions: companions.size,
    areTooMany: files.length > MAX_FILES || inFolders.length >= MAX_SEEN,
  };
}

/** Returns whether a file is a companion, by its name, or for JSON by its start. */
async function isCompanion(file: File): Promise<boolean> {
  if (isCompanionFile(file.name)) return true;
  if (!/\.json$/i.test(file.name)) return false;
  // A file that cannot be read is reported when it is previewed.
  const start = await file
    .slice(0, COMPANION_START_LENGTH)
    .text()
    .catch(() => '');
  return isCompanionStart(start);
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** A reader returns the entries of a folder in several parts. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}
