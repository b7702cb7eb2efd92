/**
 * A map for what can be found out again: a new key beyond its size makes it forget all others, which costs less than
 * to know which of them were used last.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  /** @param most keys that it ever holds */
  constructor(private readonly most: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.most && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
