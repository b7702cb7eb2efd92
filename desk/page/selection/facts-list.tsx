type Fact = readonly [name: string, value: string, about: string];

/** The main figures of a page, with their names. */
export const FactsList = ({ facts }: { facts: readonly Fact[] }) => (
  <div class="facts-row">
    {facts.map(([name, value, about]) => (
      <div key={name} class="fact">
        <span class="quiet">{name}</span>
        <strong>{value}</strong>
        <span class="small quiet">{about}</span>
      </div>
    ))}
  </div>
);
