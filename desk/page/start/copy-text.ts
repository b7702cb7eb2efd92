/**
 * Copies the text of an element to the clipboard. Browsers offer their clipboard to scripts only over https and on the
 * machine of the service. Elsewhere the text is selected and copied as by the keyboard.
 * @returns false if the text is only selected, so that the user has to copy it
 */
export async function copyText(element: Element): Promise<boolean> {
  if (isSecureContext) {
    const isCopied = await navigator.clipboard.writeText(element.textContent).then(
      () => true,
      () => false,
    );
    if (isCopied) return true;
  }
  getSelection()?.selectAllChildren(element);
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other way without https
  return document.execCommand('copy');
}
