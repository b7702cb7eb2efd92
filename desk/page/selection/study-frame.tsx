import type { ComponentChildren } from 'preact';
import { getProject } from '../../api/projects.js';
import { getParameters } from '../../api/selection.js';
import { type TriesPage, projectLink, triesLink } from '../router/route.js';
import { replaceLink } from '../router/use-route.js';
import { Page } from '../ui/page.js';
import { useAnswer } from '../ui/use-answer.js';
import { StudyChoice } from './study-choice.js';
import { TRIES_TITLES, TriesNav } from './tries-nav.js';
import { useTriesText } from './tries-text.js';

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
  const tries = useTriesText(projectId, study, studies);
  return (
    <Page
      title={TRIES_TITLES[page]}
      path={project ? [{ name: project.name, link: projectLink(projectId) }] : []}
      facts={
        <p class="facts quiet" data-tries>
          {tries}
          {'\u00a0'}
        </p>
      }
    >
      <div class="tabs-row">
        <TriesNav projectId={projectId} page={page} study={study} />
        <StudyChoice
          names={studies?.flatMap((each) => each.study ?? []) ?? []}
          study={study}
          change={(name) =>
            replaceLink(triesLink(page, projectId, name && new URLSearchParams({ study: name }).toString()))
          }
        />
      </div>
      {children}
    </Page>
  );
}

/** Returns the study that the query of an address names. */
export const studyIn = (query: string): string => new URLSearchParams(query).get('study') ?? '';
