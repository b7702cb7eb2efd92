/** A file or a folder that was dropped or chosen. */
export type DroppedItem = FileSystemEntry | File;

/**
 * Returns the files and folders of a drop. Call this function while the event is being handled: afterwards the browser
 * no longer provides them.
 */
export const itemsOf = ({ items }: DataTransfer): DroppedItem[] =>
  Array.from(items)
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
    .filter((item) => item !== null);
