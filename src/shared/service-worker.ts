/** Where the service worker is served. At the top, because it looks after the pages below its own path. */
export const SERVICE_WORKER_PATH = '/service-worker.js';

/** What the service worker says to open pages when the browser has subscribed anew, which only a page can tell the server. */
export const PUSH_RENEWED = 'push-renewed';
