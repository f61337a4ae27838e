import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { m } from '#text';
import { Dialog } from '#ui/dialog.tsx';
import { lazy } from '#ui/lazy.tsx';
import { trpc } from '#web/trpc.ts';
import { deskQueries, deskRpc, useDeskSession } from './desk-client.ts';

const Desk = lazy(() => import('./desk.tsx'), 'Desk');
const EntryPage = lazy(() => import('./entry-page.tsx'), 'EntryPage');
const LogIn = lazy(() => import('./entry-page.tsx'), 'LogIn');

export function DeskPage() {
  const { token, isEnded } = useDeskSession();
  const [link, setLink] = useState(readLink);
  // So that the token does not stay in the history.
  useEffect(() => {
    if (readLink() !== null)
      history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  const isOpen = (token !== null || isEnded) && link === null;
  return (
    <trpc.Provider client={deskRpc} queryClient={deskQueries}>
      <QueryClientProvider client={deskQueries}>
        {isOpen ? <Desk /> : <EntryPage link={link} onDone={() => setLink(null)} />}
        {isOpen && isEnded && (
          // The page keeps the typed text behind the dialog.
          <Dialog title={m.deskEndedTitle()} isOpen onClose={() => {}}>
            <p className="mb-4">{m.deskEndedText()}</p>
            <LogIn onDone={() => void deskQueries.invalidateQueries()} />
          </Dialog>
        )}
      </QueryClientProvider>
    </trpc.Provider>
  );
}

/** The token of a link in the address, or null. */
function readLink(): string | null {
  const token = location.hash.slice(1);
  return /^[\w-]{20,100}$/.test(token) ? token : null;
}
