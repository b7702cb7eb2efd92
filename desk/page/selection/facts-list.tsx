/** Figures with their names, as large as tiles. */
export const FactsList = ({
  facts,
}: {
  facts: readonly (readonly [name: string, value: string, about: string])[];
}) => (
  <div class="tiles-box">
    <dl class="tiles w-10">
      {facts.map(([name, value, about]) => (
        <div key={name} class="tile">
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd class="below">{about}</dd>
        </div>
      ))}
    </dl>
  </div>
);
