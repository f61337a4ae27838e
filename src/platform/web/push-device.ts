/*
 * A browser has one subscription for all users. The server stores it with the session that switched
 * it on. The browser therefore unsubscribes when the user logs out or changes, and reports the
 * subscription again when the same user logs in again.
 */

import { useState } from 'react';
import { PUSH_RENEWED, SERVICE_WORKER_PATH } from '#rules/service-worker.ts';
import { m } from '#text';
import { failureText, rpc } from './rpc.ts';
import { LOGGED_OUT, readSession, readToken } from './session.ts';
import { deviceStore } from './storage.ts';
import { trpc } from './trpc.ts';
import { showToast } from './ui/show-toast.ts';

export type PushSupport = 'possible' | 'refused' | 'needsHomeScreen' | 'impossible';

/** On an iPhone or iPad only an installed site supports notifications. */
export function pushSupport(): PushSupport {
  if ('Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator) {
    return Notification.permission === 'denied' ? 'refused' : 'possible';
  }
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent);
  // iPads report themselves as Macs, but no Mac has a touch screen.
  const isPad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 0;
  return (isApple || isPad) && !matchMedia('(display-mode: standalone)').matches
    ? 'needsHomeScreen'
    : 'impossible';
}

export const isPushOn = () =>
  pushSupport() === 'possible' &&
  Notification.permission === 'granted' &&
  readPushRegistration() !== null;

/** Must be called by a click. Throws errors of the browser's push service or the server. */
export async function switchPushOn(publicKey: string): Promise<'on' | 'refused' | 'undecided'> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'undecided';
  await subscribeHere(publicKey);
  return 'on';
}

/** Closes visible notifications, which are for the user who leaves. */
export async function leavePush() {
  writePushRegistration(null);
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  for (const shown of await registration.getNotifications()) shown.close();
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

export function followPush() {
  listen();
  keepTold().catch(() => {});
}

function listen() {
  if (isListening) return;
  isListening = true;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data === PUSH_RENEWED) keepTold().catch(() => {});
  });
  addEventListener(LOGGED_OUT, () => void leavePush().catch(() => {}));
}

let isListening = false;

async function keepTold() {
  const told = readPushRegistration();
  if (!told) return;
  const here = await whereWeAre();
  if (!here) return leavePush();
  const renewal = renewalOf(told, here);
  if (renewal === 'none') return;
  if (renewal === 'leave') return leavePush();
  const [{ publicKey }, { devices }] = await Promise.all([
    rpc.push.key.query(),
    rpc.push.devices.query(),
  ]);
  if (renewal === 'ifListed' && !devices.some(({ isThis }) => isThis)) return leavePush();
  await subscribeHere(publicKey);
}

async function whereWeAre(): Promise<Here | null> {
  const identity = await whoIsHere();
  if (!identity) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return { ...identity, endpoint: subscription?.endpoint ?? null, now: Date.now() };
}

async function whoIsHere(): Promise<Pick<Here, 'person' | 'session'> | null> {
  const token = readToken();
  const session = readSession('buyer') ?? readSession('farmer');
  if (!token || !session) return null;
  const { role, email, id } = session.user;
  return { person: await sha256(`${role} ${id || email}`), session: await sha256(token) };
}

async function subscribeHere(publicKey: string) {
  listen();
  await navigator.serviceWorker.register(SERVICE_WORKER_PATH);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await subscriptionWith(pushManager, bytesOf(publicKey));
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  try {
    await rpc.push.subscribe.mutate({ endpoint: endpoint ?? '', keys: { p256dh, auth } });
  } catch (error) {
    // The next click starts over. An earlier subscription stays valid.
    if (!readPushRegistration()) await subscription.unsubscribe();
    throw error;
  }
  const identity = await whoIsHere();
  if (identity) {
    writePushRegistration({ ...identity, endpoint: subscription.endpoint, at: Date.now() });
  }
}

/** Creates one if there is none, or if it has an old key of the server. */
async function subscriptionWith(
  pushManager: PushManager,
  applicationServerKey: Uint8Array<ArrayBuffer>,
) {
  const present = await pushManager.getSubscription();
  const presentKey = present?.options.applicationServerKey;
  if (present && presentKey && String(new Uint8Array(presentKey)) === String(applicationServerKey))
    return present;
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** Not every browser accepts the key as text. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/*
 * The browser's last report to the server, and the time of the user's last "Not now". Users and
 * sessions are stored as hashes, because this data outlives the session.
 */
const TOLD = 'pushTold';
const POSTPONED = 'pushPostponed';
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The server deletes browsers that are not renewed within 60 days. */
const RENEWED_AFTER_MILLISECONDS = DAY_MILLISECONDS;
const ASKED_AGAIN_AFTER_MILLISECONDS = 30 * DAY_MILLISECONDS;

type PushRegistration = { person: string; session: string; endpoint: string; at: number };
type Here = Pick<PushRegistration, 'person' | 'session'> & {
  endpoint: string | null;
  now: number;
};

/**
 * `leave`: it belongs to another user. `renew`: report it again. `ifListed`: report it again,
 * unless the browser was removed from the server's list.
 */
export function renewalOf(
  told: PushRegistration,
  { person, session, endpoint, now }: Here,
): 'none' | 'leave' | 'renew' | 'ifListed' {
  if (told.person !== person) return 'leave';
  if (told.session !== session || told.endpoint !== endpoint) return 'renew';
  return Math.abs(now - told.at) < RENEWED_AFTER_MILLISECONDS ? 'none' : 'ifListed';
}

export const isAskedAgain = (postponedAt: number, now: number) =>
  Math.abs(now - postponedAt) >= ASKED_AGAIN_AFTER_MILLISECONDS;

export function readPushRegistration(): PushRegistration | null {
  const kept: unknown = deviceStore.readJson(TOLD);
  return isPushRegistration(kept) ? kept : null;
}

/** Checked by hand: zod is larger than all else that these pages load. */
function isPushRegistration(kept: unknown): kept is PushRegistration {
  const values = new Map<string, unknown>(Object.entries(kept ?? {}));
  const hasTexts = ['person', 'session', 'endpoint'].every(
    (name) => typeof values.get(name) === 'string',
  );
  return hasTexts && typeof values.get('at') === 'number';
}

/** Without storage, the next page treats notifications as off. */
export const writePushRegistration = (told: PushRegistration | null) =>
  void deviceStore.writeJson(TOLD, told);

/** Not without storage, because the user would be asked each time. */
export function mayAskForPush() {
  const postponedAt = deviceStore.read(POSTPONED);
  return postponedAt !== undefined && isAskedAgain(Number(postponedAt ?? 0), Date.now());
}

export const postponePush = () => void deviceStore.write(POSTPONED, String(Date.now()));

export function usePushSwitch() {
  const { client, push } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);

  async function busily<T>(work: () => Promise<T>, failed: () => string): Promise<T | 'failed'> {
    setIsBusy(true);
    try {
      return await work();
    } catch (error) {
      showToast('error', failureText(error, failed()));
      return 'failed';
    } finally {
      setIsBusy(false);
      void push.devices.invalidate();
    }
  }

  async function switchOn(publicKey: string) {
    const outcome = await busily(() => switchPushOn(publicKey), m.saveFailed);
    if (outcome === 'on') showToast('success', m.pushSwitchedOn());
    if (outcome === 'refused') showToast('info', m.pushRefused());
    return outcome;
  }

  async function switchOff() {
    const off = async () => {
      const { devices } = await client.push.devices.query();
      const own = devices.find(({ isThis }) => isThis);
      if (own) await client.push.removeDevice.mutate({ id: own.id });
      await leavePush();
      return 'off' as const;
    };
    const outcome = await busily(off, m.saveFailed);
    if (outcome === 'off') showToast('success', m.pushSwitchedOff());
    return outcome;
  }

  return { isBusy, switchOn, switchOff };
}

/** Hexadecimal, as the server's token hashes. Throws on a page without https. */
export async function sha256(text: string) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
