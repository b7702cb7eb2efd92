/**
 * Reads a stream of UTF-8 as text. At the limit the stream is closed.
 * @param tooLong creates the error that is thrown if there are more bytes
 */
export async function readText(
  stream: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
  tooLong: () => Error,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
