import { useSignedInPerson } from '../../api/signed-in-person.js';

/** The person whom the gateway has signed in, at the head of each page. */
export function SignedInPerson() {
  const person = useSignedInPerson();
  return person ? (
    <span class="quiet" title={`Signed in as ${person}`}>
      {person}
    </span>
  ) : null;
}
