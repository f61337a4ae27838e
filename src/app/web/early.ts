/*
 * The first script of pages that can be used as soon as they are seen, a small file that imports
 * nothing. People press buttons as soon as they see them, and on a slow line the page's own script
 * arrives seconds later: these presses are kept and done then. Links, the search form and Back need
 * no script, and wait only for presses that are kept. If the page's script does not come, the page
 * says so.
 */

import type { PageRuns } from '#platform/web/shell/typed-before.ts';

const PAGE_RUNS: PageRuns = 'pageruns';
/**
 * Names the page's scripts, which are started here, and the stylesheet that is not needed for what
 * the server has rendered.
 */
const SCRIPTS = 'meta[name=scripts]';
const LATE_STYLES = 'link[data-late]';
/** Says that the scripts have not come. */
const FAILED = '[data-failed]';

/** What needs a script: forms that the server answers itself have another method. */
const NEEDS_SCRIPT = 'button[type=button], form[method=dialog] button[type=submit]';
/**
 * What opens another page. Before what was pressed is done, it waits too: the other page would know
 * nothing of it.
 */
const LEADS_AWAY = 'a[href^="/"]:not([target], [download]), a[href^="?"], button[type=submit]';
/** How often a part of the page whose code is on its way is tried. */
const LATE_PART_MILLISECONDS = 200;

/**
 * What was pressed, and forms to be sent: the button that sends a form can be another one by then.
 */
const pressed: HTMLElement[] = [];
/** What came with the page, once it is whole: the rest is made by a script, which answers it. */
let served: WeakSet<HTMLElement> | null = null;
let isReplaying = false;

function keepPress(event: MouseEvent): void {
  if (isReplaying) return;
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const isLeaving = pressed.length > 0 && !(ctrlKey || metaKey || shiftKey);
  const kept = isLeaving ? `${NEEDS_SCRIPT}, ${LEADS_AWAY}` : NEEDS_SCRIPT;
  const element = target instanceof Element ? target.closest<HTMLElement>(kept) : null;
  if (!element || (served && !served.has(element))) return;
  // For a moment React answers presses already, and this one would count twice.
  event.stopPropagation();
  event.preventDefault();
  element.dataset.pressed = '';
  const form = element.matches('[type=submit]')
    ? element.closest<HTMLElement>('form[method=dialog]')
    : null;
  // A form is sent once, however often that was asked for.
  if (!form || !pressed.includes(form)) pressed.push(form ?? element);
}

/**
 * After a reload, Back changes the address without loading the page of that address, and the HTML
 * that the page's script is about to take over would be that of another page. So the page of the
 * new address is loaded. Another place in the same page is fine.
 */
function loadOtherPage(event: PopStateEvent): void {
  if (withoutPlace(location.href) === loadedAddress) return;
  event.stopImmediatePropagation();
  location.reload();
}

const withoutPlace = (address: string) => address.replace(/#.*/, '');
const loadedAddress = withoutPlace(location.href);

/**
 * Does what was pressed, in the same order, when the page says that it runs
 * (shell/typed-before.ts).
 */
function replayPresses(): void {
  removeEventListener('popstate', loadOtherPage);
  performance.mark('page-running');
  setTimeout(replayNext);
}

/**
 * Each in a task of its own, so that a press finds what the one before has changed. What is pressed
 * meanwhile comes after them.
 */
function replayNext(): void {
  const next = pressed.shift();
  if (!next) {
    document.removeEventListener('click', keepPress, true);
    return;
  }
  const element =
    next instanceof HTMLFormElement ? next.querySelector<HTMLElement>('[type=submit]') : next;
  const isDone = !element || press(element);
  if (isDone) delete element?.dataset.pressed;
  else pressed.push(next);
  setTimeout(replayNext, isDone ? 0 : LATE_PART_MILLISECONDS);
}

/**
 * Whether it got the press: React lets none through to a part of the page whose code has not come
 * yet (lazyPart).
 */
function press(element: HTMLElement): boolean {
  let isDone = false;
  const noteDone = () => {
    isDone = true;
  };
  element.addEventListener('click', noteDone);
  isReplaying = true;
  element.click();
  isReplaying = false;
  element.removeEventListener('click', noteDone);
  return isDone;
}

async function start(): Promise<void> {
  document.addEventListener('click', keepPress, true);
  // Before the router's own, which comes with the page's script.
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
  // What is seen has the line for itself until then, and the page's script would keep a slow phone
  // busy for half a second, in which it could not show anything. Pages in the background are not
  // painted at all.
  if (!document.hidden)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const files = scripts.content.split(' ');
  for (const file of files) preload(file);
  // One by one, so that the browser runs each file in a task of its own; all at once would keep a
  // slow phone from answering a press.
  await Promise.allSettled(
    files.filter((file) => file !== main).map((file) => import(/* @vite-ignore */ file)),
  );
  await import(/* @vite-ignore */ main).catch((error) => {
    sayFailed();
    throw error;
  });
}

/**
 * Many browsers never ask again for a script that has not come once, so only the whole page can be
 * loaded again.
 */
function sayFailed(): void {
  document.removeEventListener('click', keepPress, true);
  for (const element of document.querySelectorAll<HTMLElement>('[data-pressed]'))
    delete element.dataset.pressed;
  const notice = document.querySelector<HTMLElement>(FAILED);
  if (!notice) return;
  notice.hidden = false;
  notice.querySelector('button')?.addEventListener('click', () => location.reload());
}

/** After pictures that are wanted now. */
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
