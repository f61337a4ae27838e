/*
 * The first script of pages with HTML: a small file without imports, which loads the page's
 * own scripts after the first paint. Until they run, links and searches work, and other buttons do
 * nothing.
 */

const SCRIPTS = 'meta[name=scripts]';
const LATE_STYLES = 'link[data-late]';
const FAILED = '[data-failed]';
const TIME_TO_LEAVE_MILLISECONDS = 30_000;

async function start() {
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  addEventListener('beforeunload', leave);
  // Before the router's own listener, which comes with the page's script.
  addEventListener('popstate', loadOtherPage);
  if (document.readyState === 'loading')
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  const styles = document.querySelector<HTMLLinkElement>(LATE_STYLES);
  if (styles) applyOnceLoaded(styles);
  const scripts = document.querySelector<HTMLMetaElement>(SCRIPTS);
  const main = scripts?.dataset.main;
  if (!scripts || !main) return;
  // After the first paint, because the scripts would delay it and block a slow phone for half a
  // second. A background page is never painted, so it does not wait.
  if (!document.hidden)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const files = scripts.content.split(' ');
  // Starting all files in one task blocks a slow phone for 150 ms, so each gets its own. A service
  // worker answers from its cache, and there the pauses would only delay the first product.
  for (const file of files) {
    preload(file);
    if (!navigator.serviceWorker?.controller) await new Promise((resolve) => setTimeout(resolve));
  }
  // Separate imports, so that each file runs in its own task and a slow phone can scroll.
  const loaded = await Promise.allSettled(
    files.filter((file) => file !== main).map((file) => import(/* @vite-ignore */ file)),
  );
  // When a link is followed, Firefox aborts the files that are still loading. The router would
  // reload this page for a lost file, and the link would lead nowhere.
  if (isLeft && loaded.some(({ status }) => status === 'rejected'))
    await new Promise((resolve) => setTimeout(resolve, TIME_TO_LEAVE_MILLISECONDS));
  // Firefox puts no page with such a listener into its back/forward cache.
  removeEventListener('beforeunload', leave);
  await import(/* @vite-ignore */ main).catch((error) => {
    sayFailed();
    throw error;
  });
}

/**
 * After a reload, Back changes only the address, and the page's script would hydrate the HTML of
 * another page. So the page is reloaded.
 */
function loadOtherPage(event: PopStateEvent) {
  const isRunning = performance.getEntriesByName('page-running').length > 0;
  if (isRunning || withoutFragment(location.href) === loadedAddress) return;
  event.stopImmediatePropagation();
  location.reload();
}

const withoutFragment = (address: string) => address.replace(/#.*/, '');
const loadedAddress = withoutFragment(location.href);

/** Many browsers never retry a failed script, so the whole page must be reloaded. */
function sayFailed() {
  const notice = document.querySelector<HTMLElement>(FAILED);
  if (!notice) return;
  notice.hidden = false;
  notice.querySelector('button')?.addEventListener('click', () => location.reload());
}

/** Low priority, so that visible pictures come first. */
function preload(href: string) {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' }));
}

function applyOnceLoaded(styles: HTMLLinkElement) {
  const apply = () => {
    styles.media = 'all';
  };
  if (styles.sheet) apply();
  else styles.addEventListener('load', apply);
}

void start();
