import { useState } from 'react';
import type { Target } from './queue/waiting-messages.ts';

/**
 * What is typed into a field, kept through a reload of the tab under this name. At a login of
 * somebody else the tab forgets it. Where storage is forbidden a reload loses it.
 */
export function useTyped(name: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(() => read(name));
  const type = (next: string) => {
    setTyped(next);
    keep(name, next);
  };
  return [typed, type];
}

/** Gives what is typed in one field to the one that takes its place. */
export function moveTyped(from: string, to: string) {
  const typed = read(from);
  if (!typed) return;
  keep(to, [read(to), typed].filter(Boolean).join('\n'));
  keep(from, '');
}

/** The name of the field in which one writes to a conversation, or about a product. */
export const messageField = ({ kind, id }: Target) => `message:${kind}:${id}`;

function read(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function keep(name: string, typed: string) {
  try {
    if (typed) sessionStorage.setItem(name, typed);
    else sessionStorage.removeItem(name);
  } catch {
    // Without storage, see above.
  }
}
