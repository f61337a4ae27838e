import { useEffect, useState } from 'react';
import type { Role } from '#shared/account.ts';
import { m } from '#shared/text/compiled/messages.js';
import { readTabLogin } from '#web/app/session/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Explains why a login is asked for although another tab has a session: without "Remember me" it is valid in that tab only. */
export function OtherTabNotice({ role }: { role: Role }) {
  const [isInOtherTab, setIsInOtherTab] = useState(false);
  // After the first rendering, which must equal the prerendered page.
  useEffect(() => setIsInOtherTab(readTabLogin() === role), [role]);
  return isInOtherTab ? <Notice type="info">{m.loggedInOtherTab()}</Notice> : null;
}
