import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepInstallPrompt } from '#web/session/install-prompt.ts';
import { followPageLanguage } from '#web/shell/site-info.ts';
import { watchTyping } from '#web/shell/typed-fields.ts';
import { App, announceNavigation, pageTitle } from './app.tsx';
import { createAppRouter } from './router.tsx';

keepInstallPrompt();
followPageLanguage();
const router = createAppRouter();
const root = document.getElementById('root');
// It need not be the first child: links to pictures may come before it.
const isPrerendered = root?.querySelector(':scope > [data-page]') != null;
// Prerendered HTML contains the boundaries of a server rendering.
if (isPrerendered) router.ssr = { manifest: undefined };

// Without the route's code the prerendered HTML could not be hydrated unchanged.
await router.load();
announceNavigation(router);
if (!isPrerendered) document.title = pageTitle(router.state.matches);
watchTyping();
const app = <App router={router} />;
// In slices, so that a slow phone responds meanwhile.
if (root && isPrerendered) startTransition(() => void hydrateRoot(root, app));
else if (root) createRoot(root).render(app);

/** Caching for the next visit must not compete with this one. */
const KEPT_AFTER_MILLISECONDS = 2000;
if (import.meta.env.PROD)
  setTimeout(() => import('./keep-app.ts').catch(() => {}), KEPT_AFTER_MILLISECONDS);
