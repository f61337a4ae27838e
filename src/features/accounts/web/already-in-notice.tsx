import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Role, roles } from '#platform/rules/role.ts';
import { dashboardPaths } from '#platform/rules/routes.ts';
import { readSession } from '#platform/web/session/session.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { m } from '#text';
import { returnPath } from './return-path.ts';

export function AlreadyInNotice({ role }: { role: Role }) {
  return (
    <Notice type="info" className="mb-5">
      {role === 'farmer' ? m.loggedInAsFarmer() : m.loggedInAsBuyer()}{' '}
      <Link to={dashboardPaths[role]} className="link">
        {m.dashboardLink()}
      </Link>
    </Notice>
  );
}

/** Redirects from the login of a logged-in role. Returns the other role if that has the session. */
export function useAlreadyIn(role: Role, wantedPath: string | undefined): Role | null {
  const { history } = useRouter();
  const [other, setOther] = useState<Role | null>(null);
  // After the first rendering, which must equal the prerendered page.
  useEffect(() => {
    const kept = roles.find((one) => readSession(one) !== null) ?? null;
    if (kept === role) history.replace(returnPath(wantedPath, role));
    else setOther(kept);
  }, [role, wantedPath, history]);
  return other;
}
