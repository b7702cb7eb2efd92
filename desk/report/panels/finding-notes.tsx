import { findingSentence } from '../findings.js';
import type { Findings } from '../findings-by-trade.js';

/** Lists the findings that cast doubt on the fills of a trade. */
export function FindingNotes({ findings }: { readonly findings: Findings }) {
  if (findings.length === 0) return null;
  return (
    <ul class="findings">
      {findings.map((finding, place) => (
        <li key={`${place} ${finding.kind}`}>{findingSentence(finding)}</li>
      ))}
    </ul>
  );
}
