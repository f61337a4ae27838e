import { redirect } from '@tanstack/react-router';
import { routes } from '#rules/routes.ts';
import { readSession, readTabLogin } from '#web/session.ts';
import { deviceStore } from '#web/storage.ts';
import type { readStart } from './route-search.ts';

type Start = { search: ReturnType<typeof readStart> };

/**
 * Redirects from the start page of the installed application, by role. If a session was lost
 * without a logout, leads to the login of its role, which names pending changes. Shared photos lead
 * to a new product; a buyer's, or lost ones, to a page that explains it (routes/from-outside.tsx).
 */
export function redirectFromStart({ search: { to } }: Start) {
  if (to === 'share-lost' || (to === 'share' && readSession('buyer'))) return;
  if (to === 'share') {
    throw redirect({
      to: routes.farmerDashboard.path,
      search: { tab: 'products', product: 'new' },
      replace: true,
    });
  }
  const ended = readSession('buyer') ? null : (readTabLogin() ?? readPendingRole());
  if (readSession('farmer') || ended === 'farmer') {
    throw redirect({
      to: routes.farmerDashboard.path,
      search: { tab: to ?? 'products' },
      replace: true,
    });
  }
  if (!readSession('buyer') && !ended && !to)
    throw redirect({ to: routes.market.path, replace: true });
  throw redirect({ to: routes.buyerDashboard.path, search: to ? { tab: to } : {}, replace: true });
}

/** Stored by offline/mirror.ts. Its key is not imported, because that would load the queue. */
function readPendingRole(): unknown {
  const waiting: unknown = deviceStore.readJson('waitingFor');
  return Array.isArray(waiting) ? waiting.at(-1)?.role : null;
}
