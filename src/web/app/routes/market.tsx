import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { sayPageRuns } from '#web/app/shell/typed-before.ts';
import { MarketBrowser } from '#web/features/market/market-browser.tsx';
import { readMarketSearch } from '#web/features/market/market-search.ts';
import { Container } from '#web/ui/layout/container.tsx';
import { MarketHeader } from './market-header.tsx';

/** The market, which anyone may open. */
export function MarketRoute() {
  const search = useSearch({ from: '/screens/market' });
  const navigate = useNavigate();
  useEffect(sayPageRuns, []);
  return (
    <ServerCache>
      <MarketHeader />
      <main id="main" className="pb-6 sm:py-10">
        <Container>
          <h1 tabIndex={-1} className="font-extrabold text-3xl max-sm:sr-only">
            {m.marketTitle()}
          </h1>
          <p className="mt-1 text-lg text-muted max-sm:hidden">{m.marketLead()}</p>
          <div className="sm:mt-5">
            <MarketBrowser
              page="/market"
              search={search}
              onSearch={(next, { isTyping = false } = {}) =>
                void navigate({
                  to: '/market',
                  search: (current) => next(readMarketSearch(current)),
                  replace: isTyping,
                  resetScroll: false,
                })
              }
            />
          </div>
        </Container>
      </main>
      <PageFooter />
    </ServerCache>
  );
}
