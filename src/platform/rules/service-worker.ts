/** At the root, because a worker only controls pages below its own path. */
export const SERVICE_WORKER_PATH = '/service-worker.js';

/** The worker tells pages, because only a page can report the renewed subscription. */
export const PUSH_RENEWED = 'push-renewed';

export const QUEUE_SYNC = 'queue';
/** The worker tells a visible page to send the pending changes. */
export const QUEUE_DUE = 'queue-due';
/** Holds the user id and session token of the worker's calls. */
export const QUEUE_SENDER = 'queue-sender';
export const QUEUE_SENDER_PATH = '/queue-sender';
export type QueueSender = { userId: number; token: string };

/** The server's build. A page's own is in its <html data-version>. */
export const VERSION_HEADER = 'X-App-Version';

export const VERSION_LENGTH = 12;

export const workerPages = ['app', 'offline'] as const;
export type WorkerPage = (typeof workerPages)[number];

/** One per language, because the worker's cache must not depend on a cookie. */
export const workerPagePath = (page: WorkerPage, language: Language) =>
  `/worker/${language}/${page}`;

/** 'usual' is the size that the screen needs. */
export const pictureChoices = ['usual', 'small', 'none'] as const;
export type PictureChoice = (typeof pictureChoices)[number];

/** The query parameter of a photo that is loaded although photos are turned off. */
export const WANTED_PHOTO = 'wanted';

export type ScreenSet = 'everyone' | Role;
export const screenSets = ['everyone', 'buyer', 'farmer'] as const satisfies readonly ScreenSet[];

export type ToWorker =
  /** The page is idle, so the worker may use the network. */
  | { type: 'settled'; address: string; language: Language; files: string[] }
  /** Cache these screens now and with every update. Null: none, because the visitor saves data. */
  | { type: 'screens'; screens: ScreenSet | null }
  | { type: 'language'; language: Language }
  | { type: 'pictures'; pictures: PictureChoice }
  | { type: 'activate' };

/** Other applications share photos to this path as a form (the manifest's `share_target`). */
export const SHARE_TARGET_PATH = '/share-target';
export const SHARED_PHOTOS = 'shared-photos';
/**
 * They arrived without a click on one of our pages, perhaps from another site, so they need a
 * confirmation.
 */
export const OFFERED_PHOTOS = 'offered-photos';
export const PHOTO_NAME_HEADER = 'X-File-Name';
/** More than a product can have, so that its form can report the rest. */
export const SHARED_PHOTOS_MAX = 12;
/** Each source is unknown, so none takes the place of another. */
export const OFFERED_PHOTOS_MAX = 4 * SHARED_PHOTOS_MAX;
export const sharedPhotoPath = (time: number, place: number) =>
  `${SHARE_TARGET_PATH}/${time}/${place}`;
export const sharedPhotoTime = (path: string) => Number(path.split('/')[2]);
