import type { TriesPage } from '../router/route.js';
import { OverfittingPage } from './overfitting-page.js';
import { SelectionPage } from './selection-page.js';
import { WalkForwardPage } from './walk-forward-page.js';

const PAGES = {
  selection: SelectionPage,
  overfitting: OverfittingPage,
  'walk-forward': WalkForwardPage,
} as const satisfies Readonly<Record<TriesPage, unknown>>;

interface TriesPagesProps {
  readonly page: TriesPage;
  readonly projectId: string;
  readonly query: string;
}

/** The pages about the tries of a project, which are loaded together, because they share most of their parts. */
export function TriesPages({ page, ...props }: TriesPagesProps) {
  const Shown = PAGES[page];
  return <Shown {...props} />;
}
