import type { Database } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/trpc/context.ts';

/** How the feature that owns a kind of subject, such as orders, reads it. */
export type WebhookSource = {
  /** "order" of "order/12". */
  kind: string;
  /** As this user may see it, in the shape of the REST paths; null if there is nothing to tell. */
  read: (
    db: Database,
    subject: { id: number; userId: number },
    services: Services,
  ) => Promise<object | null>;
};

declare module '#platform/server/feature.ts' {
  interface Feature {
    webhookSources?: readonly WebhookSource[];
  }
}

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    webhookSources: readonly WebhookSource[];
  }
}
