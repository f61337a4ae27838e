import { useCallback, useLayoutEffect, useState } from 'react';
import { forgetKept, keep, readKept } from '#web/ui/browser/tab-storage.ts';
import { type CodeStep, codeStep } from './code-step.ts';

/** The code that a screen waits for: null while it shows its form. Survives a reload. */
export function useCodeStep(screen: string) {
  const key = `codeStep:${screen}`;
  const [step, setStep] = useState<CodeStep | null>(null);

  // After the first rendering, which must be the one that the built page holds; before anybody sees it.
  useLayoutEffect(() => setStep(readKept(key, codeStep)), [key]);

  const open = useCallback(
    (next: CodeStep) => {
      keep(key, next);
      setStep(next);
    },
    [key],
  );
  /** The code has done its work: it still shows, but a reload starts anew. */
  const finish = useCallback(() => forgetKept(key), [key]);
  const close = useCallback(() => {
    forgetKept(key);
    setStep(null);
  }, [key]);
  return { step, open, finish, close };
}
