import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 2 ** 20;

export interface FileSystem {
  readonly directory: string;
  /** Changes the size of the file system so that this number of bytes is free. */
  leave(bytes: number): void;
  remove(): void;
}

/** Mounts a file system in memory. Returns null if this process may not mount one. */
export function aFileSystem(): FileSystem | null {
  const directory = mkdtempSync(join(tmpdir(), 'bss-full-'));
  const mount = (...args: readonly string[]) => spawnSync('mount', [...args, directory]).status === 0;
  if (!mount('-t', 'tmpfs', '-o', `size=${256 * MB}`, 'tmpfs')) {
    rmdirSync(directory);
    return null;
  }
  return {
    directory,
    leave: (bytes) => {
      const { blocks, bfree, bsize } = statfsSync(directory);
      const size = (blocks - bfree) * bsize + bytes;
      if (!mount('-o', `remount,size=${size}`)) throw new Error(`${directory} cannot be resized`);
    },
    remove: () => {
      spawnSync('umount', ['--lazy', directory]);
      rmdirSync(directory);
    },
  };
}
