import type { Project } from '../../api/projects.js';
import type { DroppedItem } from './dropped-items.js';

/** A drop of files. Each backtest run in the files becomes a session. */
export interface Opening {
  /** The project of the sessions; null if the drop creates one. */
  readonly project: Pick<Project, 'id' | 'name' | 'symbol'> | null;
  /** The dropped files; none if the user is going to choose files. */
  readonly items: readonly DroppedItem[];
}

export interface OpenedDrop {
  readonly opening: Opening;
  readonly isShown: boolean;
  /** The sessions that the drop has stored, and their project; null until the dialog is closed. */
  readonly outcome: { readonly projectId: string; readonly text: string } | null;
}

let opened: OpenedDrop | null = null;
const listeners = new Set<() => void>();

/** The drop in progress, or the last drop. The drop is kept when the page or the key changes. */
export const openedDrop = (): OpenedDrop | null => opened;

export function onDropChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const openDrop = (opening: Opening): void => set({ opening, isShown: true, outcome: null });

/** Closes the dialog of the drop, which can be shown again. */
export const hideDrop = (projectId: string, text: string): void => {
  if (opened) set({ ...opened, isShown: false, outcome: { projectId, text } });
};

export const showDrop = (): void => {
  if (opened) set({ ...opened, isShown: true });
};

export const forgetDrop = (): void => set(null);

function set(next: OpenedDrop | null): void {
  opened = next;
  for (const listener of listeners) listener();
}
