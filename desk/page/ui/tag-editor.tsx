import { useId, useState } from 'preact/hooks';

const MAX_CHARACTERS = 40;

/** An editor for tags. Tags are added and removed one by one, so that a tag may contain any character. */
export function TagEditor(props: {
  tags: readonly string[];
  change: (tags: string[]) => void;
  label?: string;
}) {
  const { tags, change, label = 'Tags' } = props;
  const [text, setText] = useState('');
  const id = useId();
  const add = () => {
    const tag = text.trim();
    if (tag && !tags.includes(tag)) change([...tags, tag]);
    setText('');
  };
  return (
    <div class="field tag-editor">
      <label for={id}>{label}</label>
      {tags.length > 0 && (
        <ul class="tags">
          {tags.map((tag) => (
            <li key={tag} class="tag">
              {tag}
              <button
                type="button"
                class="plain"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => change(tags.filter((other) => other !== tag))}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <input
          id={id}
          name="tag"
          value={text}
          maxLength={MAX_CHARACTERS}
          autocomplete="off"
          placeholder="Add a tag"
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
      </div>
    </div>
  );
}
