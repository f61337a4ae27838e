import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepInstallPrompt } from '#web/install-prompt.ts';
import { followPageLanguage } from '#web/page-frame.tsx';
import { watchTyping } from '#web/typed-fields.ts';
import { App, announceNavigation, pageTitle } from './app.tsx';
import { createAppRouter } from './router.tsx';

keepInstallPrompt();
followPageLanguage();
await nextTask();
const router = createAppRouter();
const root = document.getElementById('root');
// `<link rel=preload>` elements may precede it.
const hasPageHtml = root?.querySelector(':scope > [data-page]') != null;
// Without this the router would add Suspense boundaries that the server's HTML does not have.
if (hasPageHtml) router.ssr = { manifest: undefined };

await nextTask();
// Without the route's code the page's HTML could not be hydrated unchanged.
await router.load();
announceNavigation(router);
if (!hasPageHtml) document.title = pageTitle(router.state.matches);
watchTyping();
const app = <App router={router} />;
// As a transition React hydrates in slices. Otherwise a slow phone would not respond until the
// whole page is hydrated.
if (root && hasPageHtml) startTransition(() => void hydrateRoot(root, app));
else if (root) createRoot(root).render(app);

/** In one task, the router's tree and its first match would block a slow phone for 200 ms. */
function nextTask() {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Caching for the next visit must not compete with this one. */
const KEEP_APP_AFTER_MILLISECONDS = 2000;
if (import.meta.env.PROD)
  setTimeout(() => import('./keep-app.ts').catch(() => {}), KEEP_APP_AFTER_MILLISECONDS);
