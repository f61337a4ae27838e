import { m } from '#platform/rules/text/compiled/messages.js';
import { AccountPage } from '#platform/web/shell/account-page.tsx';
import { LogIn } from './log-in.tsx';
import { OpenLink } from './open-link.tsx';

/** The way in: by a link the first time, afterwards by passkey or password. */
export function EntryPage({ link, onDone }: { link: string | null; onDone: () => void }) {
  return link ? (
    <AccountPage title={m.deskFirstTitle()}>
      <OpenLink token={link} onDone={onDone} />
    </AccountPage>
  ) : (
    <AccountPage title={m.deskTitle()} lead={m.deskLead()}>
      <LogIn onDone={onDone} />
    </AccountPage>
  );
}
