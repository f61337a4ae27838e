import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepInstallPrompt } from '#platform/web/session/install-prompt.ts';
import { followPageLanguage } from '#platform/web/shell/language.ts';
import { watchTyping } from '#platform/web/shell/typed-fields.ts';
import { App } from './app.tsx';
import { announceNavigation, pageTitle } from './navigation.ts';
import { createAppRouter } from './router.tsx';

keepInstallPrompt();
followPageLanguage();
const router = createAppRouter();
const root = document.getElementById('root');
// Not always the first child, because links to pictures may come before it.
const isPrerendered = root?.querySelector(':scope > [data-page]') != null;
// Prerendered HTML contains the boundaries of a server rendering; this tells the router to expect
// them.
if (isPrerendered) router.ssr = { manifest: undefined };

// The route's code must be loaded before the first rendering, so that the prerendered HTML can be
// hydrated unchanged.
await router.load();
announceNavigation(router);
// The HTML that these pages share names only the site.
if (!isPrerendered) document.title = pageTitle(router.state.matches);
watchTyping();
const app = <App router={router} />;
if (root && isPrerendered) hydrateRoot(root, app);
else if (root) createRoot(root).render(app);

/**
 * After everything that the page needs, so that caching for the next visit doesn't compete with
 * this one.
 */
const KEPT_AFTER_MILLISECONDS = 2000;
if (import.meta.env.PROD)
  setTimeout(() => import('./updates/keep-app.ts').catch(() => {}), KEPT_AFTER_MILLISECONDS);
