import type { Page } from 'playwright-core';

/** A file that a person drops. */
export interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

/** Drops files as the browser does for a person: on the element under the pointer. */
export async function dropFiles(page: Page, target: string, files: readonly DroppedFile[]): Promise<void> {
  const data = await page.evaluateHandle(
    `(() => {
      const data = new DataTransfer();
      for (const { name, text } of ${JSON.stringify(files)}) data.items.add(new File([text], name));
      return data;
    })()`,
  );
  for (const event of ['dragover', 'drop']) await page.dispatchEvent(target, event, { dataTransfer: data });
}
