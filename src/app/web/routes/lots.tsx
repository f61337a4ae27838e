import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LotPage, LotsPage } from '#lots/web/lots-page.tsx';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { PageFooter } from '#platform/web/shell/page-frame.tsx';
import { AppHeader } from '../shell/app-header.tsx';
import { FarmerFrame } from '../shell/farmer-places.tsx';

const Page = ({ children }: { children: ReactNode }) => (
  <ServerCache>
    <AppHeader place="lots" />
    <FarmerFrame place="lots">{children}</FarmerFrame>
    <div className="contents max-sm:hidden">
      <PageFooter />
    </div>
  </ServerCache>
);

export const LotsRoute = () => (
  <Page>
    <LotsPage />
  </Page>
);

export function LotRoute() {
  const { lotId } = useParams({ from: '/screens/lots/$lotId' });
  return (
    <Page>
      <LotPage key={lotId} lotId={lotId} />
    </Page>
  );
}
