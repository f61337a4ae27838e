import { Link } from '@tanstack/react-router';
import type { Role } from '#shared/account.ts';
import { m } from '#shared/text/compiled/messages.js';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { dashboards } from './return-path.ts';

/** Above the one login, for who is logged in by the other: the way to the dashboard that is open already. */
export function AlreadyInNotice({ role }: { role: Role }) {
  return (
    <Notice type="info" className="mb-5">
      {role === 'farmer' ? m.loggedInAsFarmer() : m.loggedInAsBuyer()}{' '}
      <Link to={dashboards[role]} className="link">
        {m.dashboardLink()}
      </Link>
    </Notice>
  );
}
