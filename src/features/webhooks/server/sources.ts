import type { Database } from '#platform/server/db/database.ts';

/** A kind of subject, such as orders. The feature that owns it says how it is read. */
export type WebhookSource<Needs> = {
  /** The first part of a subject: "order" of "order/12". */
  kind: string;
  /**
   * The subject as this user may see it, in the shape of the REST paths; null if there is nothing
   * to tell.
   */
  read: (
    db: Database,
    subject: { id: number; userId: number },
    services: Needs,
  ) => Promise<object | null>;
};

declare module '#platform/server/feature.ts' {
  interface Feature<LoopNeeds, Needs> {
    /** The subjects of this feature that webhooks report. */
    webhookSources?: readonly WebhookSource<Needs>[];
  }
}

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    /** The sources of all features. */
    webhookSources: readonly WebhookSource<Services>[];
  }
}
