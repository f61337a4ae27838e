import { routes } from '#platform/rules/routes.ts';
import { m } from '#text';
import { buttonClass } from '../ui/form/button.tsx';
import { Container } from '../ui/layout/container.tsx';

/** Shown by the service worker. The build writes it as HTML without a script. */
export function OfflinePage() {
  return (
    <main id="main" className="flex min-h-dvh items-center py-12">
      <Container width="form" className="text-center">
        <img
          src="/art/empty/offline.svg"
          alt=""
          width="240"
          height="180"
          className="mx-auto mb-6"
        />
        <h1 className="font-extrabold text-3xl">{m.offlineTitle()}</h1>
        <p className="mt-3 text-lg text-muted">{m.offlinePageText()}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {/* biome-ignore lint/a11y/useValidAnchor: it leads to the address of the page that is
              missing, without a script */}
          <a href="" className={buttonClass({})}>
            {m.retry()}
          </a>
          <a href={routes.market.path} className={buttonClass({ variant: 'secondary' })}>
            {m.marketPageTitle()}
          </a>
          <a href={routes.start.path} className={buttonClass({ variant: 'secondary' })}>
            {m.dashboardLink()}
          </a>
        </div>
      </Container>
    </main>
  );
}
