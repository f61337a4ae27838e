import { routes } from '#rules/routes.ts';

/** TypeScript's library lacks `renotify`. Safari and Firefox ignore it. */
export type ShownNotice = {
  title: string;
  options: NotificationOptions & { renotify?: boolean; data: string };
};

/**
 * An unreadable message is shown too: browsers revoke the permission if a push shows nothing.
 * `data` is the address to open, always on this site.
 */
export function readPushedNotice(message: string | null, origin: string): ShownNotice {
  const { title, text, href, tag } = fieldsOf(message);
  return {
    title: title || 'SokoShamba',
    options: {
      ...(text && { body: text }),
      // A newer notification about a subject replaces the old one, and alerts again.
      ...(tag && { tag, renotify: true }),
      icon: '/icon-192.png',
      badge: '/badge.png',
      data: ownUrl(href, origin),
    },
  };
}

const names = ['title', 'text', 'href', 'tag'] as const;
type Fields = Partial<Record<(typeof names)[number], string>>;

function fieldsOf(message: string | null): Fields {
  try {
    const given: unknown = JSON.parse(message ?? '');
    if (typeof given !== 'object' || given === null) return {};
    const values = new Map(Object.entries(given));
    return Object.fromEntries(
      names.flatMap((name) =>
        typeof values.get(name) === 'string' ? [[name, values.get(name)]] : [],
      ),
    );
  } catch {
    return {};
  }
}

/** Anything but a path on this site, such as "//elsewhere.example", becomes the inbox. */
function ownUrl(href: string | undefined, origin: string) {
  const url = href?.startsWith('/') && URL.canParse(href, origin) ? new URL(href, origin) : null;
  return url?.origin === origin ? url.href : new URL(routes.notifications.path, origin).href;
}

type OpenWindow = { url: string; focused: boolean; visibilityState: DocumentVisibilityState };

/** Prefers a window that shows the address, then the one in front. */
export function chooseWindow<W extends OpenWindow>(
  windows: readonly W[],
  url: string,
): W | undefined {
  return (
    windows.find((window) => window.url === url) ??
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0]
  );
}
