import { Component, type ComponentChildren } from 'preact';

/** Shows a message instead of an empty page if a page failed. */
export class ErrorBoundary extends Component<{ children: ComponentChildren }, { error: Error | null }> {
  override state = { error: null };

  static override getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const error: Error | null = this.state.error;
    if (error === null) return this.props.children;
    return (
      <main class="sheet">
        <h1>This page failed</h1>
        <p class="banner" role="alert">
          {String(error)}
        </p>
        <p>
          <button type="button" onClick={() => location.reload()}>
            Load it again
          </button>{' '}
          <a href="#/">All projects</a>
        </p>
      </main>
    );
  }
}
