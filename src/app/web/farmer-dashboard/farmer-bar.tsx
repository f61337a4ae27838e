import { trpc } from '#platform/web/client/trpc.ts';
import { BottomBar } from './bottom-bar.tsx';
import type { FarmerPlace } from './farmer-places.tsx';

/** For pages outside of the dashboard, with the count that the dashboard fetched last. */
export function FarmerBar({ place }: { place: FarmerPlace | null }) {
  return <BottomBar active={place} waiting={useWaitingOrders()} />;
}

export const useWaitingOrders = () =>
  trpc.farmer.overview.useQuery(undefined, { enabled: false }).data?.pendingOrders;
