import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { VisitorCartLink } from '#orders/web/cart/visitor-cart.tsx';
import { m } from '#text';
import { buttonClass, classNames } from '#ui/elements.tsx';
import { lazy } from '#ui/lazy.tsx';
import { HeaderSpace, PageFooter, PageHeader } from '#web/page-frame.tsx';
import { ServerCache } from '#web/server-cache.tsx';
import { useSessionRole } from '#web/session.ts';
import type { FarmerPlace } from './farmer-places.tsx';

type AppHeaderProps = {
  /** False where something else is at the bottom of a phone. */
  hasBar?: boolean;
  place?: Extract<FarmerPlace, 'messages' | 'prices' | 'lots'> | null;
};

type AppPageProps = AppHeaderProps & { hasPhoneFooter?: boolean; children: React.ReactNode };

/** A page of the application between its header and its footer. */
export const AppPage = ({ hasPhoneFooter = true, children, ...header }: AppPageProps) => (
  <ServerCache>
    <AppHeader {...header} />
    {children}
    {hasPhoneFooter ? (
      <PageFooter />
    ) : (
      <div className="contents max-sm:hidden">
        <PageFooter />
      </div>
    )}
  </ServerCache>
);

/** The header and bar of the user's role. The server draws the visitor's header. */
export function AppHeader({ place = null, ...rest }: AppHeaderProps) {
  const role = useSessionRole();
  if (role === 'buyer')
    return <LazyBuyerShell place={place === 'messages' ? place : null} {...rest} />;
  if (role === 'farmer') return <LazyFarmerShell place={place} {...rest} />;
  return (
    <PageHeader>
      <VisitorCartLink />
      {/* Only an icon on a narrow phone, where the header has one row. */}
      <Link
        to="/login"
        className={classNames(
          buttonClass({ variant: 'secondary', size: 'small' }),
          'whitespace-nowrap max-[28rem]:-mr-1 max-[28rem]:w-11 max-[28rem]:border-transparent max-[28rem]:bg-transparent max-[28rem]:px-0 max-[28rem]:text-ink',
        )}
      >
        <UserRound className="size-5 min-[28rem]:hidden" />
        <span className="max-[28rem]:sr-only">{m.loginButton()}</span>
      </Link>
    </PageHeader>
  );
}

/** Most visitors have no account yet. */
const LazyBuyerShell = lazy(() => import('./buyer-shell.tsx'), 'BuyerShell', <HeaderSpace />);

const LazyFarmerShell = lazy(() => import('./farmer-shell.tsx'), 'FarmerShell', <HeaderSpace />);
