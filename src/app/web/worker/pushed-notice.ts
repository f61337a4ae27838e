import { routes } from '#platform/rules/routes.ts';

/** TypeScript's library lacks `renotify`, which Safari and Firefox ignore. */
export type ShownNotice = {
  title: string;
  options: NotificationOptions & { renotify?: boolean; data: string };
};

/**
 * What is shown of a message that the server pushed (server/push/send-push.ts). A message that
 * cannot be read is shown too, without a text: a browser that shows nothing for a push takes the
 * permission back.
 * @param origin this site's; `data` is the address to open, always of this site
 */
export function readPushedNotice(message: string | null, origin: string): ShownNotice {
  const { title, text, href, tag } = fieldsOf(message);
  return {
    title: title || 'SokoShamba',
    options: {
      ...(text && { body: text }),
      // What is newer about a subject replaces what was shown, and is heard as well.
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

/**
 * The address of a path of this site; that of the inbox for anything else, such as
 * "//elsewhere.example".
 */
function ownUrl(href: string | undefined, origin: string): string {
  const url = href?.startsWith('/') && URL.canParse(href, origin) ? new URL(href, origin) : null;
  return url?.origin === origin ? url.href : new URL(routes.notifications.path, origin).href;
}

type OpenWindow = { url: string; focused: boolean; visibilityState: DocumentVisibilityState };

/**
 * The open window that a tapped notification takes: one that shows the address already, else the
 * one in front, else any.
 */
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
