/** A span of time in milliseconds UTC, `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the parts of `whole` outside the other spans, in order. The other spans may overlap and be in any order. */
export function subtract(whole: Span, others: readonly Span[]): Span[] {
  return others.reduce<Span[]>((left, other) => left.flatMap((span) => cut(span, other)), [whole]);
}

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

function cut(span: Span, other: Span): Span[] {
  if (!overlaps(span, other)) return [span];
  const before = { from: span.from, to: other.from };
  const after = { from: other.to, to: span.to };
  return [before, after].filter(({ from, to }) => from < to);
}
