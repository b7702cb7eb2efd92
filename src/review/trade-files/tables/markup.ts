import { Parser } from 'htmlparser2';
import { TradeFileError } from '../files/trade-file-error.js';

/** Maximum number of elements in each other. The parser needs time in proportion to the square of this number. */
const MAX_DEPTH = 64;

/** Receives the elements and texts of a document. */
export interface MarkupHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
  /** Called after the last chunk, before the elements without an end tag are closed. */
  ending?(): void;
}

/**
 * Parses a document as it arrives. Nothing that it names is ever fetched, and no entity beyond those of HTML and XML is
 * known. XML with a document type is refused, because only a document type declares entities.
 * @param chunks UTF-8
 * @param title name of the document in messages
 * @param afterChunk called after the elements of a chunk
 * @throws TradeFileError for a document that is nested too deeply; for XML that ends too early
 */
export async function parseMarkup(
  chunks: AsyncIterable<Buffer>,
  { kind, title }: { readonly kind: 'xml' | 'html'; readonly title: string },
  handler: MarkupHandler,
  afterChunk?: () => Promise<void>,
): Promise<void> {
  const isXml = kind === 'xml';
  const refuse = (problem: string) => {
    throw new TradeFileError('file', `is not read: ${title} ${problem}`);
  };
  let depth = 0;
  const parser = new Parser(
    {
      // The name comes before the attributes, so that parsing stops at once.
      onopentagname: () => {
        depth += 1;
        if (depth > MAX_DEPTH) refuse(`is nested deeper than ${MAX_DEPTH} elements`);
      },
      onopentag: (name, attributes) => handler.open(isXml ? localName(name) : name, attributes),
      onclosetag: (name) => {
        depth -= 1;
        handler.close(isXml ? localName(name) : name);
      },
      ontext: (text) => handler.text(text),
      onprocessinginstruction: (name) => {
        if (isXml && name.startsWith('!')) refuse('has a document type, which no workbook has');
      },
    },
    { xmlMode: isXml },
  );
  for await (const chunk of chunks) {
    parser.write(chunk.toString('utf8'));
    await afterChunk?.();
  }
  if (isXml && depth > 0) refuse('ends too early');
  handler.ending?.();
  parser.end();
  await afterChunk?.();
}

/** Returns a name without the prefix of its name space. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
