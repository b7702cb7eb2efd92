/** Opens the browser's chooser of files, or of a folder. */
export function chooseFiles(kind: 'files' | 'folder', take: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  if (kind === 'folder') input.webkitdirectory = true;
  else {
    input.multiple = true;
    input.accept = '.csv,.json,.ndjson,.jsonl,.zip,.txt';
  }
  input.addEventListener('change', () => take(Array.from(input.files ?? [])));
  input.click();
}
