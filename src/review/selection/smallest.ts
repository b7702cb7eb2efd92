/** Keeps the smallest items of a long list, so that the list need not be in memory. */
export class Smallest<Item> {
  private items: Item[] = [];
  /** An item that is known not to be smaller than any kept item; null while there are few items. */
  private last: Item | null = null;

  /**
   * @param most number of items to keep, at least 1
   * @param compare compares two items; no two items are equal
   */
  constructor(
    private readonly most: number,
    private readonly compare: (one: Item, other: Item) => number,
  ) {}

  add(item: Item): void {
    if (this.last !== null && this.compare(item, this.last) >= 0) return;
    this.items.push(item);
    // Sorting only now and then takes less time than keeping the items sorted.
    if (this.items.length >= 2 * this.most) this.last = this.sorted().at(-1)!;
  }

  /** Returns the kept items, smallest first. */
  sorted(): readonly Item[] {
    this.items = this.items.toSorted(this.compare).slice(0, this.most);
    return this.items;
  }
}
