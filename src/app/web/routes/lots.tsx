import { useParams } from '@tanstack/react-router';
import { LotPage, LotsPage } from '#lots/web/lots-page.tsx';
import { AppPage } from '../shell/app-header.tsx';
import { FarmerFrame } from '../shell/farmer-places.tsx';

const Page = ({ children }: { children: React.ReactNode }) => (
  <AppPage place="lots" hasPhoneFooter={false}>
    <FarmerFrame place="lots">{children}</FarmerFrame>
  </AppPage>
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
