import { useState } from 'react';
import { openDeskSession } from '#operator/web/desk-session.ts';
import { readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { m } from '#text';

export function useEntering(onDone: () => void) {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  async function enter(way: string, attempt: () => Promise<{ token: string }>) {
    setBusy(way);
    setFailure(null);
    try {
      openDeskSession((await attempt()).token);
      onDone();
    } catch (error) {
      setFailure(textOf(error));
    } finally {
      setBusy(null);
    }
  }
  return { enter, busy, failure };
}

/** The browser's own refusals have names that the standard fixes. */
function textOf(error: unknown): string {
  if (error instanceof Error && 'name' in error) {
    const { name } = error;
    if (name === 'NotAllowedError' || name === 'AbortError') return m.deskPasskeyStopped();
    if (name === 'InvalidStateError') return m.deskPasskeyKnown();
    if (name === 'SecurityError' || name === 'NotSupportedError') return m.deskPasskeyNotHere();
  }
  return sayFailure(readFailure(error), {
    failed: m.deskEntryFailed,
    connectionLost: m.cannotConnect,
  });
}
