import type { LinkOptions } from '@tanstack/react-router';
import type { Call, Entry, EntryParts, Refusal, Settled } from './entry.ts';

/**
 * One kind of pending change: all that the queue, the list of pending changes and the service
 * worker need. A feature declares its kinds in its web/offline.ts.
 */
export type Kind<Input = unknown, Shown = unknown> = {
  /**
   * Whether a stored input has what this kind relies on; another version of the pages may have
   * written it. The server validates the rest.
   */
  isInput(input: unknown): boolean;
  /**
   * The title in the list of pending changes.
   * @throws if a part is missing
   */
  title(parts: EntryParts): string;
  /**
   * The call that sends it. The service worker can then send it too. Null if this entry takes more
   * than one call.
   */
  call?(input: Input): Call | null;
  /** Loads the code for entries without a single call. */
  loadSend?(): Promise<Send>;
  /** Loads the code that sends many new entries, of different subjects, in a single call. */
  loadTogether?(): Promise<SendTogether>;
  /**
   * Whether a refused retry means that an earlier attempt succeeded and only its answer was lost.
   */
  wasDone?(refusal: Refusal, input: Input): boolean;
  /**
   * How it appears while pending: changes the cached answers of a query as if it had been sent. If
   * it was not sent after all, the query is refetched. `isAnswer`: the call returns the query's new
   * data.
   */
  shows?: { query: readonly string[]; change(shown: Shown, input: Input): Shown; isAnswer?: true };
  /** The procedures whose answers are refetched when it was sent or refused. */
  refreshes?: readonly (readonly string[])[];
  /** The pages, by the beginning of their path, that show their own pending changes. */
  shownOn?: string;
  /** Where the current state is shown if it was refused, with a sentence that says so. */
  lookAt?: { advice(): string; label(): string; link: LinkOptions };
  /**
   * Opens a refused entry in its form again.
   * @returns the form's address; null if there is no room, and the entry stays
   */
  reopen?(entry: Entry): Promise<LinkOptions | null>;
};

export type Sending = {
  /** The session of the user who wrote the entry, even if another user logs in in the meantime. */
  token: string;
  /** Null if the files are no longer on this device. */
  files: () => Promise<readonly File[] | null>;
  onProgress: (percent: number) => void;
  /** Aborts a request without a response. */
  signal: AbortSignal;
};

/**
 * @returns the server's answer
 * @throws the client's errors, or notSent(…)
 */
export type Send = (entry: Entry, sending: Sending) => Promise<unknown>;

/**
 * @returns the result of each entry, in their order
 * @throws the client's errors
 */
export type SendTogether = (
  entries: readonly Entry[],
  options: { context: { token: string }; signal: AbortSignal },
) => Promise<Settled[]>;

/**
 * A failure of a call outside of the client. `status` is 0 if no response came. Not a class,
 * because class fields would need a compiler helper.
 */
type NotSent = Error & { status: number; retryAfterSeconds: number; isNotSent: true };

export const notSent = (
  message: string | null,
  { status, retryAfterSeconds = 0 }: { status: number; retryAfterSeconds?: number },
) =>
  Object.assign(new Error(message ?? ''), {
    status,
    retryAfterSeconds,
    isNotSent: true,
  } satisfies Omit<NotSent, keyof Error>);

export const isNotSent = (error: unknown): error is NotSent =>
  error instanceof Error && 'isNotSent' in error;

const kinds = new Map<string, Kind>();

export function registerKinds(named: Readonly<Record<string, Kind>>): void {
  for (const [name, kind] of Object.entries(named)) kinds.set(name, kind);
}

/** Undefined for a kind that this version of the pages doesn't know. */
export const findKind = (name: string): Kind | undefined => kinds.get(name);

/** The single call that sends an entry; null if it takes more, as with photos. */
export function callOf({ kind, input }: Pick<Entry, 'kind' | 'input'>): Call | null {
  const known = kinds.get(kind);
  return (known?.isInput(input) && known.call?.(input)) || null;
}
