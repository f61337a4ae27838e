import { useEffect, useState } from 'react';
import { m } from '#text';
import { Notice } from '../ui/feedback.tsx';
import { listStored } from './database.ts';
import { forgetPendingFor, type PendingFor, readPendingFor } from './mirror.ts';

type Counted = PendingFor & { count: number };

/** Names the users who must log in to send their changes. The content stays hidden. */
export function PendingNotice() {
  const [waiting, setWaiting] = useState<Counted[]>([]);
  useEffect(() => {
    Promise.all(readPendingFor().map(countOf)).then(
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

async function countOf(person: PendingFor): Promise<Counted> {
  const { length: count } = await listStored(person.userId);
  if (count === 0) forgetPendingFor(person.userId);
  return { ...person, count };
}
