import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { announceNavigation } from './navigation.ts';
import { createAppRouter } from './router.tsx';
import { followPageLanguage } from './shell/language.ts';
import { noteWhatWasTyped } from './shell/typed-before.ts';

followPageLanguage();
const router = createAppRouter();
const root = document.getElementById('root');
const isPrerendered = root?.firstElementChild?.hasAttribute('data-page') ?? false;
// The HTML of a built page has the boundaries of a server's rendering: this tells the router to expect those.
if (isPrerendered) router.ssr = { manifest: undefined };

// The route's own code is there before the first rendering, so that built HTML is taken over as it stands.
await router.load();
announceNavigation(router);
noteWhatWasTyped();
const app = <App router={router} />;
if (root && isPrerendered) hydrateRoot(root, app);
else if (root) createRoot(root).render(app);
