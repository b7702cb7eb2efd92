import { useEffect, useState } from 'preact/hooks';
import { listTags } from '../../api/projects.js';
import { useAnswer } from '../ui/use-answer.js';

export interface SessionFilter {
  readonly search?: string;
  readonly status?: string;
  readonly tag?: string;
}

const TYPING_MS = 300;

/** The filters for sessions: a part of the name, the status, a tag. */
export function SessionFilters(props: {
  projectId: string;
  filter: SessionFilter;
  change: (filter: SessionFilter) => void;
}) {
  const { projectId, filter, change } = props;
  const [search, setSearch] = useState(filter.search ?? '');
  const tags = useAnswer(`tags of ${projectId}`, (signal) => listTags(projectId, signal)).value?.tags ?? [];
  useEffect(() => {
    if (search === (filter.search ?? '')) return;
    const timer = setTimeout(() => change({ ...filter, search }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [search, filter, change]);
  return (
    <div class="inputs" role="search">
      <input
        type="search"
        aria-label="Search by name"
        placeholder="Search"
        maxLength={100}
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <select
        aria-label="Status"
        value={filter.status ?? ''}
        onChange={(event) => change({ ...filter, status: event.currentTarget.value })}
      >
        <option value="">All</option>
        <option value="active">Active</option>
        <option value="finished">Finished</option>
      </select>
      <select
        aria-label="Tag"
        value={filter.tag ?? ''}
        disabled={tags.length === 0}
        onChange={(event) => change({ ...filter, tag: event.currentTarget.value })}
      >
        <option value="">{tags.length === 0 ? 'No tags' : 'Any tag'}</option>
        {tags.map(({ tag, sessions }) => (
          <option key={tag} value={tag}>
            {tag} ({sessions})
          </option>
        ))}
      </select>
    </div>
  );
}
