/*
 * The first script of pages that are usable as soon as they are visible: a small file without
 * imports. Users press buttons as soon as they see them, and on a slow connection the page's own
 * script arrives seconds later. This script records these clicks and replays them then. Links, the
 * search form and Back need no script, and wait only for recorded clicks. If the page's script
 * doesn't load, the page says so.
 */

import type { PageRuns } from '#platform/web/shell/typed-before.ts';

const PAGE_RUNS: PageRuns = 'pageruns';
/**
 * Lists the page's scripts, which this script loads, and the stylesheet that the server's HTML
 * doesn't need.
 */
const SCRIPTS = 'meta[name=scripts]';
const LATE_STYLES = 'link[data-late]';
/** The message that the scripts failed to load. */
const FAILED = '[data-failed]';

/** Elements that need a script. Forms that the server answers itself have another method. */
const NEEDS_SCRIPT = 'button[type=button], form[method=dialog] button[type=submit]';
/**
 * Elements that open another page. They also wait until the recorded clicks are replayed, because
 * the other page would lose them.
 */
const LEADS_AWAY = 'a[href^="/"]:not([target], [download]), a[href^="?"], button[type=submit]';
/** The retry interval for a part of the page whose code is still loading. */
const LATE_PART_MILLISECONDS = 200;

/** Clicked elements, and forms to submit: a form's submit button may be replaced by then. */
const pressed: HTMLElement[] = [];
/** The elements of the complete server HTML. A script adds the rest, and handles it. */
let served: WeakSet<HTMLElement> | null = null;
let isReplaying = false;
/** Whether the page runs and has received all recorded clicks. */
let isCaughtUp = false;

function keepPress(event: MouseEvent): void {
  if (isReplaying) return;
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const isLeaving = pressed.length > 0 && !(ctrlKey || metaKey || shiftKey);
  const kept = isLeaving ? `${NEEDS_SCRIPT}, ${LEADS_AWAY}` : NEEDS_SCRIPT;
  const element = target instanceof Element ? target.closest<HTMLElement>(kept) : null;
  if (!element || (served && !served.has(element))) return;
  if (isCaughtUp) {
    keepIfBlocked(element);
    return;
  }
  // For a moment React handles clicks already, and this one would count twice.
  event.stopPropagation();
  event.preventDefault();
  record(element);
}

function record(element: HTMLElement): void {
  element.dataset.pressed = '';
  const form = element.matches('[type=submit]')
    ? element.closest<HTMLElement>('form[method=dialog]')
    : null;
  // A form is submitted once, however often that was requested.
  if (!form || !pressed.includes(form)) pressed.push(form ?? element);
}

/** A part of the page may get its code long after the page runs. */
function keepIfBlocked(element: HTMLElement): void {
  const isReceived = watchClick(element);
  setTimeout(() => {
    if (isReceived()) return;
    record(element);
    isCaughtUp = false;
    replayNext();
  });
}

/**
 * After a reload, Back changes the address without loading its page, and the page's script would
 * hydrate the HTML of another page. So this loads the page of the new address. Another anchor in
 * the same page is fine.
 */
function loadOtherPage(event: PopStateEvent): void {
  if (withoutPlace(location.href) === loadedAddress) return;
  event.stopImmediatePropagation();
  location.reload();
}

const withoutPlace = (address: string) => address.replace(/#.*/, '');
const loadedAddress = withoutPlace(location.href);

/**
 * Replays the recorded clicks in order when the page signals that it runs (shell/typed-before.ts).
 */
function replayPresses(): void {
  removeEventListener('popstate', loadOtherPage);
  performance.mark('page-running');
  setTimeout(replayNext);
}

/**
 * One task per click, so that a click sees the changes of the previous one. New clicks are
 * appended.
 */
function replayNext(): void {
  const next = pressed.shift();
  if (!next) {
    isCaughtUp = true;
    return;
  }
  const element =
    next instanceof HTMLFormElement ? next.querySelector<HTMLElement>('[type=submit]') : next;
  const isDone = !element || press(element);
  if (isDone) delete element?.dataset.pressed;
  else pressed.push(next);
  setTimeout(replayNext, isDone ? 0 : LATE_PART_MILLISECONDS);
}

/** Whether the element received the click. */
function press(element: HTMLElement): boolean {
  const isReceived = watchClick(element);
  isReplaying = true;
  element.click();
  isReplaying = false;
  return isReceived();
}

/**
 * Watches the next click on an element. React blocks clicks on a part of the page whose code hasn't
 * loaded yet (lazyPart).
 * @returns whether the element has received a click, and ends the watch
 */
function watchClick(element: HTMLElement): () => boolean {
  let isReceived = false;
  const noteReceived = () => {
    isReceived = true;
  };
  element.addEventListener('click', noteReceived);
  return () => {
    element.removeEventListener('click', noteReceived);
    return isReceived;
  };
}

async function start(): Promise<void> {
  document.addEventListener('click', keepPress, true);
  // Before the router's own listener, which comes with the page's script.
  addEventListener('popstate', loadOtherPage);
  addEventListener(PAGE_RUNS, replayPresses, { once: true });
  performance.mark('presses-kept');
  if (document.readyState === 'loading')
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  served = new WeakSet(document.querySelectorAll<HTMLElement>('a, button'));
  const styles = document.querySelector<HTMLLinkElement>(LATE_STYLES);
  if (styles) applyOnceLoaded(styles);
  const scripts = document.querySelector<HTMLMetaElement>(SCRIPTS);
  const main = scripts?.dataset.main;
  if (!scripts || !main) return;
  // Until then the visible content has the connection to itself, and the page's script would block
  // a slow phone for half a second before it could show anything. Background pages are never
  // painted.
  if (!document.hidden)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const files = scripts.content.split(' ');
  for (const file of files) preload(file);
  // Separate imports, so that the browser runs each file in its own task. A single import of all
  // files would keep a slow phone from handling a click.
  await Promise.allSettled(
    files.filter((file) => file !== main).map((file) => import(/* @vite-ignore */ file)),
  );
  await import(/* @vite-ignore */ main).catch((error) => {
    sayFailed();
    throw error;
  });
}

/** Many browsers never retry a script that failed to load, so the whole page must be reloaded. */
function sayFailed(): void {
  document.removeEventListener('click', keepPress, true);
  for (const element of document.querySelectorAll<HTMLElement>('[data-pressed]'))
    delete element.dataset.pressed;
  const notice = document.querySelector<HTMLElement>(FAILED);
  if (!notice) return;
  notice.hidden = false;
  notice.querySelector('button')?.addEventListener('click', () => location.reload());
}

/** Low priority, so that visible pictures come first. */
function preload(href: string): void {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' }));
}

function applyOnceLoaded(styles: HTMLLinkElement): void {
  const apply = () => {
    styles.media = 'all';
  };
  if (styles.sheet) apply();
  else styles.addEventListener('load', apply);
}

void start();
