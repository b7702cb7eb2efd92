/** `filename*=UTF-8''name` of RFC 5987, whose name is percent-encoded. */
const EXTENDED = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i;
const QUOTED = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const PLAIN = /(?:^|;)\s*filename\s*=\s*([^";\s]+)/i;

/** Maximum number of characters of the header. A longer header is ignored. */
const MAX_LENGTH = 4_096;

/** Returns the file name in a header Content-Disposition, without a directory; undefined if there is none. */
export function uploadedNameOf(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_LENGTH) return undefined;
  const name =
    decoded(EXTENDED.exec(header)?.[1]) ?? unquoted(QUOTED.exec(header)?.[1]) ?? PLAIN.exec(header)?.[1];
  return name?.split(/[/\\]/).at(-1)?.trim() || undefined;
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const unquoted = (text: string | undefined): string | undefined => text?.replaceAll(/\\(.)/g, '$1');
