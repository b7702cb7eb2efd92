import type { ComponentChildren } from 'preact';
import type { TrialCountsDto } from '../../../src/review/selection/routes/selection.dto.js';
import { getProject } from '../../api/projects.js';
import { getParameters, getSelection } from '../../api/selection.js';
import { count, plural } from '../../report/format.js';
import { TRIES_PAGES, type TriesPage, projectLink, triesLink } from '../router/route.js';
import { replaceLink } from '../router/use-route.js';
import { Page } from '../ui/page.js';
import { useAnswer } from '../ui/use-answer.js';

const TITLES: Readonly<Record<TriesPage, string>> = {
  leaderboard: 'Leaderboard',
  selection: 'Selection',
  overfitting: 'Overfitting',
  'walk-forward': 'Walk-forward',
};

/** The name of all studies in the address and in requests. */
export const ALL_STUDIES = '*';

interface StudyFrameProps {
  readonly page: TriesPage;
  readonly projectId: string;
  /** The study; empty for the study of the project itself. */
  readonly study: string;
  readonly children: ComponentChildren;
}

/** The frame of the pages about the tries of a project: links between them, the study, and the number of tries. */
export function StudyFrame({ page, projectId, study, children }: StudyFrameProps) {
  const project = useAnswer(projectId, (signal) => getProject(projectId, signal)).value?.project;
  const studies = useAnswer(`studies of ${projectId}`, (signal) => getParameters(projectId, {}, signal)).value
    ?.studies;
  const isAll = study === ALL_STUDIES;
  const trials = useAnswer(isAll ? null : `${projectId} ${study}`, (signal) =>
    getSelection(projectId, { study: study || undefined, count: 1 }, signal),
  ).value?.trials;
  const all = studies?.reduce((sum, each) => sum + each.trials, 0);
  const queryOf = (target: TriesPage, name = study) =>
    !name || (name === ALL_STUDIES && target !== 'leaderboard')
      ? ''
      : new URLSearchParams({ study: name }).toString();
  const names = studies?.flatMap((each) => each.study ?? []) ?? [];
  return (
    <Page
      title={TITLES[page]}
      path={project ? [{ name: project.name, link: projectLink(projectId) }] : []}
      facts={
        <p class="facts quiet" data-tries>
          {isAll
            ? all !== undefined && `${plural(all, 'try', 'tries')} of all studies, deleted ones included`
            : trials && triesText(trials)}
          {'\u00a0'}
        </p>
      }
    >
      <div class="filters">
        <nav class="pages" aria-label="Pages about the tries">
          {TRIES_PAGES.map((each) => (
            <a
              key={each}
              href={triesLink(each, projectId, queryOf(each))}
              aria-current={each === page ? 'page' : undefined}
            >
              {TITLES[each]}
            </a>
          ))}
        </nav>
        {(names.length > 0 || study !== '') && (
          <label class="study">
            Study{' '}
            <select
              value={study}
              onChange={(event) =>
                replaceLink(triesLink(page, projectId, queryOf(page, event.currentTarget.value)))
              }
            >
              <option value="">The project’s own</option>
              {[...new Set([...names, ...(isAll || study === '' ? [] : [study])])].map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
              {page === 'leaderboard' && <option value={ALL_STUDIES}>All studies</option>}
            </select>
          </label>
        )}
      </div>
      {children}
    </Page>
  );
}

/** Returns a text such as "11 tries: 10 live, 1 deleted; 1 of them repeats another". */
export function triesText({ total, live, deleted, emptied, moved, duplicates }: TrialCountsDto): string {
  const parts = [
    `${count(live)} live`,
    ...(deleted > 0 ? [`${count(deleted)} deleted`] : []),
    ...(emptied > 0 ? [`${count(emptied)} emptied`] : []),
    ...(moved > 0 ? [`${count(moved)} moved to another study`] : []),
  ];
  const repeats = duplicates ? `; ${count(duplicates)} with the trades of another try` : '';
  return `${plural(total, 'try', 'tries')}: ${parts.join(', ')}${repeats}`;
}

/** Returns the study that the query of an address names. */
export const studyIn = (query: string): string => new URLSearchParams(query).get('study') ?? '';
