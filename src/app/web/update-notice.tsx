import { useEffect, useState } from 'react';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { wasTyped } from '#web/typed-fields.ts';

/** Hidden while the user fills in a form or answers a dialog. */
export function UpdateNotice({ onAccept }: { onAccept: () => Promise<void> }) {
  const isBusyPage = useIsBusyPage();
  const [step, setStep] = useState<'offered' | 'coming' | 'failed'>('offered');
  const accept = () => {
    setStep('coming');
    onAccept().catch(() => setStep('failed'));
  };
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-20 z-20 flex justify-center px-4 sm:bottom-6 print:hidden"
    >
      {!isBusyPage && (
        <div className="pointer-events-auto flex w-full max-w-form flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-card px-4 py-3 shadow-raised">
          <p className="min-w-0 flex-1 font-semibold">
            {step === 'failed' ? m.updateFailed() : m.updateReady()}
          </p>
          <Button size="small" isBusy={step === 'coming'} onClick={accept}>
            {m.updateNow()}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A typed search doesn't count, because it loses nothing. */
function useIsBusyPage() {
  const [isBusy, setIsBusy] = useState(isPageBusy);
  useEffect(() => {
    const look = () => setIsBusy(isPageBusy());
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['open'],
    });
    document.addEventListener('input', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('input', look);
    };
  }, []);
  return isBusy;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function isPageBusy() {
  if (document.querySelector('dialog[open]')) return true;
  const fields = document.querySelectorAll<Field>(
    'form:not([role=search]) :is(input:not([type=hidden], [type=checkbox], [type=radio], [type=search]), textarea)',
  );
  return Array.from(fields).some((field) => field.value !== '' && wasTyped(field));
}
