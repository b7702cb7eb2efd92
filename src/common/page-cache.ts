import { type Bytes, lengthOf } from './bytes.js';

/** Ready answers by key, the least recently used given up first when they take more than so many bytes. */
export class PageCache {
  /** In the order of use. */
  private readonly pages = new Map<string, Page>();
  private bytes = 0;

  constructor(private readonly mostBytes: number) {}

  /** The page of that revision; one of another revision is forgotten. */
  get(key: string, revision: string): Bytes | undefined {
    const page = this.pages.get(key);
    if (!page) return undefined;
    this.forget(key, page);
    if (page.revision !== revision) return undefined;
    this.keep(key, page);
    return page.body;
  }

  set(key: string, revision: string, body: Bytes): void {
    const former = this.pages.get(key);
    if (former) this.forget(key, former);
    const page = { revision, body };
    if (sizeOf(key, page) > this.mostBytes) return;
    this.keep(key, page);
    for (const [oldestKey, oldest] of this.pages) {
      if (this.bytes <= this.mostBytes) break;
      this.forget(oldestKey, oldest);
    }
  }

  /** How much is kept, bytes with their keys. */
  state(): { readonly pages: number; readonly bytes: number } {
    return { pages: this.pages.size, bytes: this.bytes };
  }

  private keep(key: string, page: Page): void {
    this.pages.set(key, page);
    this.bytes += sizeOf(key, page);
  }

  private forget(key: string, page: Page): void {
    this.pages.delete(key);
    this.bytes -= sizeOf(key, page);
  }
}

interface Page {
  readonly revision: string;
  readonly body: Bytes;
}

/** What a page takes beside its body, roughly: key, entry of the map, the buffer's own object. */
const OVERHEAD_BYTES = 400;

const sizeOf = (key: string, { body }: Page): number => lengthOf(body) + 2 * key.length + OVERHEAD_BYTES;
