/**
 * Reads a stream of UTF-8 as text. Closes the stream if it exceeds the limit.
 * @param tooLong creates the error that is then thrown
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
