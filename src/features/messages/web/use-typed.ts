import { useState } from 'react';
import type { Target } from './queue/pending-messages.ts';

/** Survives a reload of the tab. Deleted when another user logs in. */
export function useTyped(name: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(() => read(name));
  const type = (next: string) => {
    setTyped(next);
    keep(name, next);
  };
  return [typed, type];
}

export function moveTyped(from: string, to: string) {
  const typed = read(from);
  if (!typed) return;
  keep(to, [read(to), typed].filter(Boolean).join('\n'));
  keep(from, '');
}

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
    // Storage is forbidden.
  }
}
