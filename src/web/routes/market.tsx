import { useNavigate, useSearch } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';
import { MarketBrowser } from '#web/market/market-browser.tsx';
import { MarketHeader } from '#web/market/market-header.tsx';
import { ServerCache } from '#web/server-cache.tsx';
import { Container } from '#web/ui/container.tsx';
import { PageFooter } from '#web/ui/page-footer.tsx';

/** The market, open to anyone. */
export function MarketRoute() {
  const search = useSearch({ from: '/screens/market' });
  const navigate = useNavigate();
  return (
    <ServerCache>
      <MarketHeader />
      <main id="main" className="py-6 sm:py-10">
        <Container>
          <h1 tabIndex={-1} className="font-extrabold text-3xl">
            {m.marketTitle()}
          </h1>
          <p className="mt-1 text-lg text-muted max-sm:hidden">{m.marketLead()}</p>
          <div className="mt-5">
            <MarketBrowser
              search={search}
              onSearch={(next, { isTyping = false } = {}) =>
                void navigate({ to: '/market', search: next, replace: isTyping, resetScroll: false })
              }
            />
          </div>
        </Container>
      </main>
      <PageFooter />
    </ServerCache>
  );
}
