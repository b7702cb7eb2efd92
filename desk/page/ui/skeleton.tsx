/** A placeholder for loading content, in its final height. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div class="card loading" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="skeleton line" />
      ))}
    </div>
  );
}

/** A placeholder for a chart or another block. */
export function SkeletonBlock({ size }: { size: 'small' | 'medium' | 'large' }) {
  return <div class={`skeleton block ${size}`} role="status" aria-label="Loading" />;
}
