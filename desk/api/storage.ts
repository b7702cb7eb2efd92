/** A text in a storage of the browser. The storage may be disabled. */
export interface KeptText {
  read(): string | null;
  write(text: string): void;
  remove(): void;
}

export function keptIn(storage: 'sessionStorage' | 'localStorage', name: string): KeptText {
  const attempt = <Result>(action: (storage: Storage) => Result): Result | null => {
    try {
      return action(globalThis[storage]);
    } catch {
      return null;
    }
  };
  return {
    read: () => attempt((kept) => kept.getItem(name)),
    write: (text) => void attempt((kept) => kept.setItem(name, text)),
    remove: () => void attempt((kept) => kept.removeItem(name)),
  };
}
