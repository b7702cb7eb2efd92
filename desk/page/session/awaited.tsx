/** Names the parts of the sheet that the service still computes. The style shows it only after a while. */
export function Awaited({ parts }: { readonly parts: readonly string[] }) {
  if (parts.length === 0) return null;
  return (
    <p class="awaited screen-only" role="status">
      Still computing: {parts.join(', ')}.
    </p>
  );
}
