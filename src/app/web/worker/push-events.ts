import { PUSH_RENEWED } from '#platform/rules/service-worker.ts';
import { chooseWindow, readPushedNotice } from './pushed-notice.ts';
import {
  openWindows,
  type PushReceived,
  type SubscriptionChanged,
  worker,
} from './worker-scope.ts';

/** Shows the server's push messages, even without an open page. */
export function showPushed(event: PushReceived): Promise<void> {
  const { title, options } = readPushedNotice(event.data?.text() ?? null, worker.location.origin);
  return worker.registration.showNotification(title, options);
}

/** Opens the page that a tapped notification links to. */
export async function openTapped(url: string): Promise<void> {
  const window = chooseWindow(await openWindows(), url);
  if (!window) {
    await worker.clients.openWindow(url);
    return;
  }
  // Focus first, because a browser allows it only for a moment after the tap, and on a weak
  // connection loading takes longer.
  await window.focus().catch(() => {});
  if (window.url !== url) await window.navigate(url).catch(() => worker.clients.openWindow(url));
}

/**
 * The browser has lost or replaced its subscription. A page reports that to the server, because it
 * knows the session. If none is open, the next page does.
 */
export async function subscribeAnew({
  oldSubscription,
  newSubscription,
}: SubscriptionChanged): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && applicationServerKey) {
    await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey,
    });
  }
  for (const window of await openWindows()) window.postMessage(PUSH_RENEWED);
}
