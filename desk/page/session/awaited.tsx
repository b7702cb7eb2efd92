/**
 * A line with the names of the parts of the sheet that are still being computed. The style sheet shows the line only
 * after a while.
 */
export function Awaited({ parts }: { readonly parts: readonly string[] }) {
  if (parts.length === 0) return null;
  return (
    <p class="awaited screen-only" role="status">
      Still computing: {parts.join(', ')}.
    </p>
  );
}
