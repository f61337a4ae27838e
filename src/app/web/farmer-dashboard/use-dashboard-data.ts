import { useEffect } from 'react';
import { loadFailureText, useOverview, useProfile } from '#features/farms/web/farmer-data.ts';
import { useOwnProducts } from '#features/products/web/use-own-products.ts';
import { readFailure } from '#platform/web/client/failure.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';

/**
 * The data that all tabs use, fetched in parallel when the dashboard opens. Only the first failure
 * is shown as a toast; the page offers Retry in its place.
 */
export function useDashboardData() {
  const profile = useProfile();
  const overview = useOverview();
  const products = useOwnProducts();
  const error: unknown = [profile, overview, products].find(isAnnounced)?.error;
  const text = error && readFailure(error).code !== 'NOT_LOGGED_IN' ? loadFailureText(error) : null;
  useEffect(() => {
    if (text) showToast('error', text);
  }, [text]);
  return { profile, overview, products };
}

/**
 * Cached answers shown offline carry a notice with their age (client/cached/follow-connection.ts),
 * so their failure is not shown.
 */
const isAnnounced = ({ error, data }: { error: unknown; data: unknown }) =>
  Boolean(error) && (data === undefined || !readFailure(error).isConnectionLost);
