import { TRIES_PAGES, type TriesPage, projectLink, triesLink } from '../router/route.js';

export const TRIES_TITLES: Readonly<Record<TriesPage, string>> = {
  selection: 'Selection',
  overfitting: 'Overfitting',
  'walk-forward': 'Walk-forward',
};

interface TriesNavProps {
  readonly projectId: string;
  /** The page that is shown; null for the list of sessions. */
  readonly page: TriesPage | null;
  /** The study of the page; empty for the study of the project itself, `*` for all studies. */
  readonly study: string;
}

/** Links between the list of sessions and the pages about the tries of a project. */
export function TriesNav({ projectId, page, study }: TriesNavProps) {
  const query = study === '' || study === '*' ? '' : new URLSearchParams({ study }).toString();
  const link = (target: TriesPage | null, address: string, title: string) => (
    <a key={title} href={address} aria-current={target === page ? 'page' : undefined}>
      {title}
    </a>
  );
  return (
    <nav class="pages-of" aria-label="Pages of the project">
      {link(null, projectLink(projectId, query), 'Sessions')}
      {TRIES_PAGES.map((each) => link(each, triesLink(each, projectId, query), TRIES_TITLES[each]))}
    </nav>
  );
}
