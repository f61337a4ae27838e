import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { Desk } from './desk.tsx';
import { deskQueries, deskRpc } from './desk-client.ts';
import { useDeskSession } from './desk-session.ts';
import { EntryPage } from './entry/entry-page.tsx';
import { LogIn } from './entry/log-in.tsx';
import { takeLink } from './entry/take-link.ts';

/** The operators' desk: the way in, or the desk. */
export function DeskPage() {
  const { token, isEnded } = useDeskSession();
  const [link, setLink] = useState(takeLink);
  const isOpen = (token !== null || isEnded) && link === null;
  return (
    <trpc.Provider client={deskRpc} queryClient={deskQueries}>
      <QueryClientProvider client={deskQueries}>
        {isOpen ? <Desk /> : <EntryPage link={link} onDone={() => setLink(null)} />}
        {isOpen && isEnded && (
          // What was typed stays below it.
          <Dialog title={m.deskEndedTitle()} isOpen onClose={() => {}}>
            <p className="mb-4">{m.deskEndedText()}</p>
            <LogIn onDone={() => void deskQueries.invalidateQueries()} />
          </Dialog>
        )}
      </QueryClientProvider>
    </trpc.Provider>
  );
}
