import type { Clock } from '#server/clock.ts';
import type { Connection } from '#server/db/database.ts';
import { type Day, dayInNairobi } from '#shared/day.ts';
import { HOT_ANSWER_MILLISECONDS } from '#shared/limits.ts';

/** What changed: only how much there is of something that is offered, or anything. */
export type CatalogueChange = 'stock' | 'all';
/** What an answer shows: offers with their quantities, or only how many offers there are. */
export type CatalogueView = 'offers' | 'counts';

/** Which state of the catalogue an answer shows at the earliest. Taken before the database is asked. */
export type CatalogueMark = { offers: number; counts: number; day: Day; takenAt: number };

export type CatalogueChanges = {
  mark(): CatalogueMark;
  /** Whether an answer begun at the mark may still be given: nothing that it shows has changed, and it is two seconds old at most. */
  isCurrent(mark: CatalogueMark, view: CatalogueView): boolean;
  /** What this process has changed itself, before the one who changed it is answered. */
  announce(change: CatalogueChange): void;
  /** Does work once for all who want the same at the same time. */
  share<T>(of: { view: CatalogueView; question: object }, work: () => Promise<T>): Promise<T>;
};

/**
 * Keeps track of when the catalogue changes, so that answers may be kept in memory. Triggers of the database announce every change when it
 * commits (drizzle/0029), whichever process or person made it. Where announcements may have been missed, everything may have changed; while
 * nobody listens, nothing is current. The two seconds and the end of the day in Nairobi, when offers expire, hold in any case.
 */
export function createCatalogueChanges({ listen }: Pick<Connection, 'listen'>, { clock }: { clock: Clock }): CatalogueChanges {
  const changed = { offers: 0, counts: 0 };
  const announce = (change: CatalogueChange) => {
    changed.offers += 1;
    if (change === 'all') changed.counts += 1;
  };
  let listening: 'no' | 'soon' | 'yes' = 'no';
  // From the first question on: a process that nobody asks needs no connection for it.
  async function startListening() {
    if (listening !== 'no') return;
    listening = 'soon';
    try {
      await listen('catalogue', {
        onMessage: (text) => announce(text === 'stock' ? 'stock' : 'all'),
        onReconnect: () => announce('all'),
      });
      listening = 'yes';
    } catch {
      // The next question tries again.
      listening = 'no';
    }
  }
  const isCurrent = (mark: CatalogueMark, view: CatalogueView) =>
    listening === 'yes' &&
    mark[view] === changed[view] &&
    performance.now() - mark.takenAt <= HOT_ANSWER_MILLISECONDS &&
    mark.day === dayInNairobi(clock());
  const mark = () => {
    void startListening();
    return { ...changed, day: dayInNairobi(clock()), takenAt: performance.now() };
  };

  const underWay = new Map<string, { mark: CatalogueMark; work: Promise<unknown> }>();
  return {
    mark,
    isCurrent,
    announce,
    async share<T>({ view, question }: { view: CatalogueView; question: object }, work: () => Promise<T>) {
      const key = view + JSON.stringify(Object.entries(question).sort());
      const begun = underWay.get(key);
      // The question holds everything that the work depends on, so what is under way answers with the same type.
      if (begun && isCurrent(begun.mark, view)) return begun.work as Promise<T>;
      const started = { mark: mark(), work: work() };
      underWay.set(key, started);
      try {
        return await started.work;
      } finally {
        if (underWay.get(key) === started) underWay.delete(key);
      }
    },
  };
}
