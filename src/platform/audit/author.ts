/**
 * Kinds of authors of a change: an API key, the subject of a token, a command on the machine of the service, or the
 * unknown sender of a refused secret.
 */
export const ACTOR_KINDS = ['key', 'subject', 'command', 'unknown'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The author of a change, and the request that makes the change. */
export interface Author {
  readonly actorKind: ActorKind;
  /** The id of a key, the subject of a token, or the name of a command. For an unknown sender, `key` or `token`. */
  readonly actor: string;
  /** Expiry of the subject's token, epoch ms; undefined for other authors. */
  readonly endsAt?: number;
  /** Address of the client; null for a command. */
  readonly address: string | null;
  /** The `x-request-id` of the request; null for a command. */
  readonly requestId: string | null;
}

/** The author of a change to the data of a workspace. */
export interface Caller extends Author {
  readonly workspaceId: string;
}

export const byCommand = (actor: string): Author => ({
  actorKind: 'command',
  actor,
  address: null,
  requestId: null,
});
