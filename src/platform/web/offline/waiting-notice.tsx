import { useEffect, useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '../ui/feedback/notice.tsx';
import { listStored } from './stored-entries.ts';
import { forgetWaitingFor, readWaitingFor, type WaitingFor } from './waiting-for.ts';

type Counted = WaitingFor & { count: number };

/**
 * Shows where a login is missing that changes are pending on this device, and who must log in to
 * send them. Their content stays hidden.
 */
export function WaitingNotice() {
  const [waiting, setWaiting] = useState<Counted[]>([]);
  useEffect(() => {
    Promise.all(readWaitingFor().map(countOf)).then(
      (counted) => setWaiting(counted.filter(({ count }) => count > 0)),
      () => {},
    );
  }, []);
  return waiting.map(({ userId, firstName, count }) => (
    <Notice key={userId} type="info" className="mb-5 text-left">
      {m.queueLoginText({ count, name: firstName })}
    </Notice>
  ));
}

async function countOf(person: WaitingFor): Promise<Counted> {
  const { length: count } = await listStored(person.userId);
  // The service worker has sent them in the meantime.
  if (count === 0) forgetWaitingFor(person.userId);
  return { ...person, count };
}
