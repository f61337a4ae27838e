import { PUSH_RENEWED } from '#platform/rules/service-worker.ts';
import { chooseWindow, readPushedNotice } from './pushed-notice.ts';
import {
  openWindows,
  type PushReceived,
  type SubscriptionChanged,
  worker,
} from './worker-scope.ts';

/** Shows what the server pushes, also while no page is open. */
export function showPushed(event: PushReceived): Promise<void> {
  const { title, options } = readPushedNotice(event.data?.text() ?? null, worker.location.origin);
  return worker.registration.showNotification(title, options);
}

/** Opens what a tapped notification is about. */
export async function openTapped(url: string): Promise<void> {
  const window = chooseWindow(await openWindows(), url);
  if (!window) {
    await worker.clients.openWindow(url);
    return;
  }
  // First, because a browser allows it for a moment after the tap only, and on a weak line a page
  // takes longer.
  await window.focus().catch(() => {});
  if (window.url !== url) await window.navigate(url).catch(() => worker.clients.openWindow(url));
}

/**
 * The browser has lost its subscription, or got another. The server learns of it from a page, the
 * next one if none is open: it knows the session.
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
