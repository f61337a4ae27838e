import type { LinkOptions } from '@tanstack/react-router';
import type { Call, Entry, EntryParts, Refusal, Settled } from './entry.ts';

/** A feature declares its kinds of pending changes in its web/offline.ts. */
export type Kind<Input = unknown, Shown = unknown> = {
  /**
   * Checks what this kind relies on, because another version may have written the input. The server
   * validates the rest.
   */
  isInput(input: unknown): boolean;
  title(parts: EntryParts): string;
  /** The service worker can send a single call too. Null if this entry takes more. */
  call?(input: Input): Call | null;
  loadSend?(): Promise<Send>;
  /** Sends many new entries, of different subjects, in a single call. */
  loadTogether?(): Promise<SendTogether>;
  /**
   * Whether a refused retry means that an earlier attempt succeeded and only its answer was lost.
   */
  wasDone?(refusal: Refusal, input: Input): boolean;
  /**
   * Changes the cached answers of a query as if the entry had been sent. If it was not, the query
   * is refetched. `isAnswer`: the call returns the query's new data.
   */
  shows?: { query: readonly string[]; change(shown: Shown, input: Input): Shown; isAnswer?: true };
  refreshes?: readonly (readonly string[])[];
  /** Path prefix of the pages that show their own pending changes. */
  shownOn?: string;
  lookAt?: { advice(): string; label(): string; link: LinkOptions };
  /** Opens a refused entry in its form. Null if there is no room, and the entry stays. */
  reopen?(entry: Entry): Promise<LinkOptions | null>;
};

export type Sending = {
  /** Stays that of the writer, even if another user has logged in. */
  token: string;
  files: () => Promise<readonly File[] | null>;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
};

/** Throws the client's errors or notSent(…). */
export type Send = (entry: Entry, sending: Sending) => Promise<unknown>;

export type SendTogether = (
  entries: readonly Entry[],
  options: { context: { token: string }; signal: AbortSignal },
) => Promise<Settled[]>;

/**
 * `status` is 0 without a response. Not a class, because class fields would need a compiler helper.
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

export const findKind = (name: string): Kind | undefined => kinds.get(name);

/** Null if it takes more than one call, as with photos. */
export function callOf({ kind, input }: Pick<Entry, 'kind' | 'input'>): Call | null {
  const known = kinds.get(kind);
  return (known?.isInput(input) && known.call?.(input)) || null;
}
