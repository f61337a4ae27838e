import { ServerCache } from '#web/server-cache.tsx';
import { BuyerShell } from './buyer-shell.tsx';
import { FarmerShell } from './farmer-shell.tsx';
import { ScreenParts } from './screen-parts.tsx';

/** The header and bar of the user's role, for pages without a tRPC client and toasts. */
export function SiteShell({ userRole }: { userRole: Role }) {
  const Shell = userRole === 'buyer' ? BuyerShell : FarmerShell;
  return (
    <>
      <ScreenParts />
      <ServerCache>
        <Shell place={null} />
      </ServerCache>
    </>
  );
}
