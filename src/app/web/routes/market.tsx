import { useNavigate, useSearch } from '@tanstack/react-router';
import { MarketBrowser } from '#market/web/list/market-browser.tsx';
import { readMarketSearch } from '#market/web/list/market-search.ts';
import { m } from '#text';
import { Container } from '#web/page-frame.tsx';
import { AppPage } from '../shell/app-header.tsx';

export function MarketRoute() {
  const search = useSearch({ from: '/screens/market' });
  const navigate = useNavigate();
  return (
    <AppPage>
      <main id="main" className="pb-6 sm:pb-10">
        <Container>
          <h1 tabIndex={-1} className="sr-only">
            {m.marketTitle()}
          </h1>
          <MarketBrowser
            page="/market"
            search={search}
            onSearch={(next, { replaces = false } = {}) =>
              void navigate({
                to: '/market',
                search: (current) => next(readMarketSearch(current)),
                replace: replaces,
                resetScroll: false,
              })
            }
          />
        </Container>
      </main>
    </AppPage>
  );
}
