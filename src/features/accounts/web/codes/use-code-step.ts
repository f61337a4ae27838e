import { useCallback, useLayoutEffect, useState } from 'react';
import { forgetStored, keep, readStored } from '#platform/web/ui/browser/tab-storage.ts';
import { type CodeStep, codeStep } from './code-step.ts';

/** Null while the screen shows its form. Survives a reload. */
export function useCodeStep(screen: string) {
  const key = `codeStep:${screen}`;
  const [step, setStep] = useState<CodeStep | null>(null);

  // After the first rendering, which must equal the prerendered page, but before painting.
  useLayoutEffect(() => setStep(readStored(key, codeStep)), [key]);

  const open = useCallback(
    (next: CodeStep) => {
      keep(key, next);
      setStep(next);
    },
    [key],
  );
  /** The screen still shows the used code, but a reload starts over. */
  const finish = useCallback(() => forgetStored(key), [key]);
  const close = useCallback(() => {
    forgetStored(key);
    setStep(null);
  }, [key]);
  return { step, open, finish, close };
}
