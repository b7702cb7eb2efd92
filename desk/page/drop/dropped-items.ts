/** A file or a folder that was dropped or chosen. */
export type DroppedItem = FileSystemEntry | File;

/**
 * Returns the files and folders of a drop. Call it while the event is being handled: the browser forgets them
 * afterwards.
 */
export const itemsOf = ({ items }: DataTransfer): DroppedItem[] =>
  Array.from(items)
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
    .filter((item) => item !== null);
