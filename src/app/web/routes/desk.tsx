import { DeskPage } from '#features/operator/web/desk-page.tsx';

/** Its own client and cache, apart from those of buyers and farmers. */
export const DeskRoute = () => <DeskPage />;
