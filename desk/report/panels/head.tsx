import type { ComponentChildren } from 'preact';
import type { SheetData } from '../sheet-data.js';
import { ReplayProgress } from './replay-progress.js';
import { SessionLine } from './session-line.js';

interface HeadProps {
  readonly data: SheetData;
  /** The actions on the session, shown next to its name. */
  readonly children?: ComponentChildren;
}

/** The head of the sheet, which names the session. */
export function Head({ data: { session, projectName }, children }: HeadProps) {
  const { tags, strategy, description } = session;
  return (
    <header class="head">
      <p class="path">{projectName}</p>
      <h1>{session.name}</h1>
      <SessionLine session={session} />
      <ReplayProgress session={session} />
      {strategy && <p class="facts">Strategy: {strategy}</p>}
      {tags.length > 0 && (
        <ul class="tags" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag} class="tag">
              {tag}
            </li>
          ))}
        </ul>
      )}
      {description && <p class="description">{description}</p>}
      {children}
    </header>
  );
}
