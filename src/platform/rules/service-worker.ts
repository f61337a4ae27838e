import type { Language } from './language.ts';
import type { Role } from './role.ts';

/**
 * Where the service worker is served. At the top, because it looks after the pages below its own
 * path.
 */
export const SERVICE_WORKER_PATH = '/service-worker.js';

/**
 * What the service worker says to open pages when the browser has subscribed anew, which only a
 * page can tell the server.
 */
export const PUSH_RENEWED = 'push-renewed';

/**
 * The name under which pages ask the browser to wake the worker when there is a line, so that it
 * sends what waits (Background Sync).
 */
export const QUEUE_SYNC = 'queue';
/** What the worker says to a page that somebody looks at when it is woken for that. */
export const QUEUE_DUE = 'queue-due';
/**
 * The store of whose queue the worker may send, and of the session for it, and the address in it.
 */
export const QUEUE_SENDER = 'queue-sender';
export const QUEUE_SENDER_PATH = '/queue-sender';
export type QueueSender = { userId: number; token: string };

/**
 * The response header that names the server's build. The page's own build is in its <html
 * data-version>.
 */
export const VERSION_HEADER = 'X-App-Version';

/** How much of a build's hash names it. */
export const VERSION_LENGTH = 12;

/**
 * The pages that the worker answers with when there is no other: the shell of the browser's
 * screens, and one that says that there is no line.
 */
export const workerPages = ['app', 'offline'] as const;
export type WorkerPage = (typeof workerPages)[number];

/**
 * Where the worker gets these pages, one address for each language, because what it keeps must not
 * depend on a cookie.
 */
export const workerPagePath = (page: WorkerPage, language: Language): string =>
  `/worker/${language}/${page}`;

/**
 * Which photos are shown on this device: as large as the screen needs them, in the smallest size,
 * or none.
 */
export const pictureChoices = ['usual', 'small', 'none'] as const;
export type PictureChoice = (typeof pictureChoices)[number];

/** The query of a photo's address for one that is wanted although none are shown. */
export const WANTED_PHOTO = 'wanted';

/** Whose screens a device caches: those of everyone, and those of a role besides. */
export type ScreenSet = 'everyone' | Role;
export const screenSets = ['everyone', 'buyer', 'farmer'] as const satisfies readonly ScreenSet[];

/** What a page tells the worker. */
export type ToWorker =
  /**
   * It has loaded and is idle, so that the worker may use the network. `files`: the paths that it
   * has loaded.
   */
  | { type: 'settled'; address: string; language: Language; files: string[] }
  /**
   * Cache these screens, now and with every update. Null: none in advance, for a visitor who saves
   * data.
   */
  | { type: 'screens'; screens: ScreenSet | null }
  | { type: 'language'; language: Language }
  | { type: 'pictures'; pictures: PictureChoice }
  /** The person wants the new version now. */
  | { type: 'activate' };

/**
 * Where other applications share photos with the installed one (the manifest's `share_target`), by
 * a form as browsers send it.
 */
export const SHARE_TARGET_PATH = '/share-target';
/** The worker's store of them, and what is kept of a photo besides its bytes. */
export const SHARED_PHOTOS = 'shared-photos';
/**
 * Those that did not come by a press on a page of ours wait here for one: another site can send a
 * form without saying where it comes from.
 */
export const OFFERED_PHOTOS = 'offered-photos';
export const PHOTO_NAME_HEADER = 'X-File-Name';
/** More than a product can have, so that its form can say that some were left out. */
export const SHARED_PHOTOS_MAX = 12;
/** @param time when they were shared, in milliseconds since 1970 */
export const sharedPhotoPath = (time: number, place: number): string =>
  `${SHARE_TARGET_PATH}/${time}/${place}`;
export const sharedPhotoTime = (path: string): number => Number(path.split('/')[2]);
