import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { Language } from '#shared/language.ts';
import { m } from '#shared/text/compiled/messages.js';
import { overwriteGetLocale } from '#shared/text/compiled/runtime.js';
import { PagePending } from '#web/app/routes/root.tsx';
import { App } from './app.tsx';
import { pageTitle } from './navigation.ts';
import { createAppRouter } from './router.tsx';

export type RenderedPage = { html: string; title: string; description: string };

/** For search engines and shared links, which read the prerendered pages, so the browser does not need to load them. */
const descriptions: Record<string, () => string> = {
  '/terms': m.termsDescription,
  '/privacy': m.privacyDescription,
  '/signup': m.buyerSignupPageDescription,
  '/login': m.buyerLoginPageDescription,
  '/signupFarmer': m.farmerSignupPageDescription,
  '/loginF': m.farmerLoginPageDescription,
  '/forgot-password': m.forgotPasswordPageDescription,
};

/** Renders one page as HTML, for the build. The language is global to the process, so pages are rendered one after the other. */
export async function render(path: string, language: Language): Promise<RenderedPage> {
  overwriteGetLocale(() => language);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return {
    html: renderToString(<App router={router} />),
    title: pageTitle(router.state.matches),
    description: (descriptions[path] ?? m.siteDescription)(),
  };
}

/** What the pages rendered in the browser contain until their script runs. */
export function renderShell(language: Language): string {
  overwriteGetLocale(() => language);
  return renderToString(<PagePending />);
}
