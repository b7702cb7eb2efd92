import { useEffect, useState } from 'preact/hooks';
import { isBehindGateway } from '../api/gateway-sign-in.js';
import { currentKey, offeredKey, onKeyChange } from '../api/key.js';
import { useScopes } from '../api/scopes.js';
import { DropHost } from './drop/drop-host.js';
import { KeyForm } from './key-form.js';
import { OfferedKey } from './offered-key.js';
import type { Route } from './router/route.js';
import { useRoute } from './router/use-route.js';
import { ErrorBoundary } from './ui/error-boundary.js';
import { gatewayParts } from './ui/gateway-parts.js';
import { later } from './ui/later.js';
import { Page } from './ui/page.js';
import { PauseNotice } from './ui/pause-notice.js';

const ProjectsPage = later(async () => (await import('./list-pages.js')).ProjectsPage);
const SessionsPage = later(async () => (await import('./list-pages.js')).SessionsPage);
const SessionPage = later(async () => (await import('./session/session-page.js')).SessionPage);
const ComparisonPage = later(async () => (await import('./comparison/comparison-page.js')).ComparisonPage);
const TriesPages = later(async () => (await import('./selection/tries-pages.js')).TriesPages);

export function App() {
  const route = useRoute();
  const [{ key, offered }, setKeys] = useState(keys);
  useEffect(() => onKeyChange(() => setKeys(keys())), []);
  // The scopes are asked for while the script of the first page is loaded.
  useScopes();
  const { SignedOutNotice } = gatewayParts();
  const canAsk = key !== null || isBehindGateway();
  return (
    <>
      {SignedOutNotice && <SignedOutNotice />}
      <PauseNotice />
      <ErrorBoundary key={`${key} ${placeOf(route)}`}>
        {canAsk ? <PageOf route={route} /> : <KeyForm />}
      </ErrorBoundary>
      <DropHost isOpenable={canAsk} />
      {offered !== null && <OfferedKey secret={offered} />}
    </>
  );
}

const keys = () => ({ key: currentKey(), offered: offeredKey() });

function PageOf({ route }: { route: Route }) {
  switch (route.page) {
    case 'projects':
      return <ProjectsPage search={route.search} />;
    case 'project':
      return <SessionsPage key={route.projectId} projectId={route.projectId} query={route.query} />;
    case 'selection':
    case 'overfitting':
    case 'walk-forward':
      return <TriesPages page={route.page} projectId={route.projectId} query={route.query} />;
    case 'comparison':
      return <ComparisonPage projectId={route.projectId} sessionIds={route.sessionIds} />;
    case 'session':
      return (
        <SessionPage
          key={route.sessionId}
          sessionId={route.sessionId}
          threshold={route.threshold}
          filter={route.filter}
        />
      );
    case 'unknown':
      return (
        <Page title="Nothing here" path={[]}>
          <p>
            The review desk has no page at this address. <a href="#/">All projects</a>
          </p>
        </Page>
      );
  }
}

/**
 * Returns an id for the error boundary. A new page or a new key gets a new boundary, so that the user can leave a
 * failed page.
 */
function placeOf(route: Route): string {
  if (route.page === 'session') return route.sessionId;
  return 'projectId' in route ? `${route.page} ${route.projectId}` : route.page;
}
