import type { Language } from './language.ts';
import type { Role } from './role.ts';

/**
 * The path of the service worker. It is at the root, because a worker only controls pages below its
 * own path.
 */
export const SERVICE_WORKER_PATH = '/service-worker.js';

/**
 * The worker's message to open pages after the browser has renewed its push subscription. Only a
 * page can report that to the server.
 */
export const PUSH_RENEWED = 'push-renewed';

/**
 * The Background Sync tag: the browser wakes the worker when the connection is back, and the worker
 * sends pending changes.
 */
export const QUEUE_SYNC = 'queue';
/**
 * The worker's message to a visible page when Background Sync wakes it: the page sends the pending
 * changes.
 */
export const QUEUE_DUE = 'queue-due';
/**
 * The cache that holds the user id and session token with which the worker may send pending
 * changes, and the key in it.
 */
export const QUEUE_SENDER = 'queue-sender';
export const QUEUE_SENDER_PATH = '/queue-sender';
export type QueueSender = { userId: number; token: string };

/**
 * The response header with the server's build. A page's own build is in its <html data-version>.
 */
export const VERSION_HEADER = 'X-App-Version';

/** How many characters of a build's hash identify it. */
export const VERSION_LENGTH = 12;

/** The fallback pages of the worker: the app shell, and the offline page. */
export const workerPages = ['app', 'offline'] as const;
export type WorkerPage = (typeof workerPages)[number];

/**
 * The addresses of these pages, one per language, because the worker's cache must not depend on a
 * cookie.
 */
export const workerPagePath = (page: WorkerPage, language: Language): string =>
  `/worker/${language}/${page}`;

/**
 * Which photos this device shows: in the size that the screen needs, in the smallest size, or none.
 */
export const pictureChoices = ['usual', 'small', 'none'] as const;
export type PictureChoice = (typeof pictureChoices)[number];

/** The query parameter of a photo that the user requests although photos are turned off. */
export const WANTED_PHOTO = 'wanted';

/** The screens that a device caches: the public ones, and those of one role. */
export type ScreenSet = 'everyone' | Role;
export const screenSets = ['everyone', 'buyer', 'farmer'] as const satisfies readonly ScreenSet[];

/** Messages from a page to the worker. */
export type ToWorker =
  /**
   * The page has loaded and is idle, so the worker may use the network. `files`: the paths that the
   * page has loaded.
   */
  | { type: 'settled'; address: string; language: Language; files: string[] }
  /**
   * Cache these screens now and with every update. Null: cache none in advance, because the visitor
   * saves data.
   */
  | { type: 'screens'; screens: ScreenSet | null }
  | { type: 'language'; language: Language }
  | { type: 'pictures'; pictures: PictureChoice }
  /** The user wants the new version now. */
  | { type: 'activate' };

/**
 * The path to which other applications share photos with the installed one (the manifest's
 * `share_target`). Browsers send a form.
 */
export const SHARE_TARGET_PATH = '/share-target';
/** The worker's cache of shared photos, and the headers that it stores with each. */
export const SHARED_PHOTOS = 'shared-photos';
/**
 * Shared photos that need a confirmation: they arrived without a click on one of our pages. Another
 * site can send a form without an origin.
 */
export const OFFERED_PHOTOS = 'offered-photos';
export const PHOTO_NAME_HEADER = 'X-File-Name';
/** More than a product can have, so that its form can report that some were left out. */
export const SHARED_PHOTOS_MAX = 12;
/** How many wait at once. Each source is unknown, so none takes the place of another. */
export const OFFERED_PHOTOS_MAX = 4 * SHARED_PHOTOS_MAX;
/** @param time when the photos were shared, in milliseconds since 1970 */
export const sharedPhotoPath = (time: number, place: number): string =>
  `${SHARE_TARGET_PATH}/${time}/${place}`;
export const sharedPhotoTime = (path: string): number => Number(path.split('/')[2]);
