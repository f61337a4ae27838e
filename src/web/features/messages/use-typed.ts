import { useState } from 'react';

/**
 * What is typed into a field, kept through a reload of the tab under this name. At a login of somebody else the tab forgets it. Where storage is
 * forbidden a reload loses it.
 */
export function useTyped(name: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(() => read(name));
  const type = (next: string) => {
    setTyped(next);
    keep(name, next);
  };
  return [typed, type];
}

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
