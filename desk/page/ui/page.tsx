import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { currentKey, forgetKey } from '../../api/key.js';
import { useKeyOwner } from '../../api/key-owner.js';
import { gatewayParts } from './gateway-parts.js';

export interface Step {
  readonly name: string;
  readonly link: string;
}

/** The frame of every page: the path to the page, the title and the actions. */
export function Page(props: {
  title: string;
  path: readonly Step[];
  actions?: ComponentChildren;
  facts?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { SignedInPerson } = gatewayParts();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${props.title} – Review desk`;
  }, [props.title]);
  return (
    <main class="sheet desk">
      <header class="bar screen-only">
        <button type="button" class="skip" onClick={() => content.current?.focus()}>
          Skip to content
        </button>
        <nav aria-label="Breadcrumb">
          <ol>
            <li>
              <a href="#/">Review desk</a>
            </li>
            {props.path.map(({ name, link }) => (
              <li key={link}>
                <a href={link}>{name}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div class="key">{SignedInPerson ? <SignedInPerson /> : <KeyInUse />}</div>
      </header>
      <div class="title" ref={content} tabIndex={-1}>
        <h1>{props.title}</h1>
        {props.actions && <div class="actions screen-only">{props.actions}</div>}
        {props.facts && <div class="facts-of">{props.facts}</div>}
      </div>
      {props.children}
    </main>
  );
}

function KeyInUse() {
  const owner = useKeyOwner(currentKey());
  return (
    <>
      {owner && (
        <span class="quiet" title="Workspace and key">
          {owner}
        </span>
      )}
      <button type="button" class="plain" onClick={forgetKey}>
        Forget key
      </button>
    </>
  );
}
