import type { Context } from 'hono';
import type { ErrorCode } from '#platform/rules/errors.ts';
import type { Language } from '#platform/rules/language.ts';
import { CURSOR_MAX } from '#platform/rules/limits.ts';
import { rowId } from '#platform/rules/row-id.ts';
import { AppError } from '#platform/server/app-error.ts';
import { escapeHtml } from '#platform/server/escape-html.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { NO_INDEX } from './page-template.ts';
import { createRenderedPage, type FoundPage, lastPart, type PageOptions } from './rendered-page.ts';
import type { SharePlace } from './share-tags.ts';

export type NumberedPage = {
  name: 'product' | 'farm';
  path: '/market' | '/farm';
  missing: { code: ErrorCode; title: (language: Language) => string };
  /** Its list continues at addresses with `?after=`. */
  isPaged?: boolean;
  find(id: number, visit: Visit & { services: Services }): Promise<Found>;
};
type Visit = SharePlace & { clientAddress: string; after?: string | undefined };
type Found = { data: object; title: string; head: string; isPartial: boolean };

type NumberedPageOptions = PageOptions & {
  services: Services;
  publicUrl: string;
  clientAddressOf: (c: Context) => string;
};

/** If the database is down, the page is sent as a shell, and its script shows the error. */
export function createNumberedPage(
  kind: NumberedPage,
  { services, publicUrl, clientAddressOf, ...options }: NumberedPageOptions,
) {
  const page = createRenderedPage({ ...options, services });

  async function find(id: number, visit: Visit): Promise<FoundPage | null> {
    const missing = {
      data: { [kind.name]: { id: String(id), [kind.name]: null } },
      title: `${escapeHtml(kind.missing.title(visit.language))} · SokoShamba`,
      head: NO_INDEX,
      isNotFound: true,
    };
    if (!rowId.safeParse(id).success) return missing;
    try {
      const { data, ...found } = await kind.find(id, { ...visit, services });
      return { ...found, data: { [kind.name]: { id: String(id), ...data } } };
    } catch (error) {
      if (error instanceof AppError && error.code === kind.missing.code) return missing;
      // The cursor is damaged or old.
      if (visit.after && error instanceof AppError && error.code === 'INVALID_INPUT')
        return { redirectTo: `${kind.path}/${id}` };
      services.log.warn({ err: error }, `a ${kind.name} page was sent without its meta tags`);
      return null;
    }
  }

  return (c: Context, language: Language): Promise<Response> => {
    // The same number can be written in many ways.
    const id = Number(lastPart(c));
    const after = kind.isPaged ? readAfter(c) : undefined;
    const clientAddress = clientAddressOf(c);
    const address = `${kind.path}/${id}${after ? `?after=${encodeURIComponent(after)}` : ''}`;
    return page(c, {
      address,
      language,
      clientAddress,
      find: () => find(id, { language, publicUrl, clientAddress, after }),
    });
  };
}

/** Ignored if given twice, as in the web's router. */
function readAfter(c: Context): string | undefined {
  const [after, ...others] = c.req.queries('after') ?? [];
  return (others.length === 0 && after?.slice(0, CURSOR_MAX)) || undefined;
}
