import type { CatalogueChange, CatalogueView } from '#platform/contract/operation.ts';
import { isSameDayInNairobi } from '#platform/rules/day.ts';
import {
  PRICE_ANSWER_MILLISECONDS,
  SHARED_QUERY_MILLISECONDS,
  STORED_ANSWER_MILLISECONDS,
} from '#platform/rules/limits.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Connection } from '#platform/server/db/database.ts';

/** Taken before the database is queried. */
export type CatalogueMark = Record<CatalogueView, number> & { moment: Date; takenAt: number };

export type CatalogueChanges = {
  mark(): CatalogueMark;
  isCurrent(mark: CatalogueMark, view: CatalogueView): boolean;
  announce(change: CatalogueChange): void;
  share<T>(shared: Shared, work: () => Promise<T>): Promise<T>;
};

type Shared = { view: CatalogueView; question: object };

/**
 * Triggers (drizzle/0000_baseline.sql) announce every change on commit, from any process. If
 * announcements may be missing, everything counts as changed; while this process isn't listening,
 * no answer is current. Answers also expire after two seconds and at the end of the day in Nairobi,
 * when offers expire. Prices change once a night and expire after a minute.
 */
export function createCatalogueChanges(
  { listen }: Pick<Connection, 'listen'>,
  { clock }: { clock: Clock },
): CatalogueChanges {
  const changed = { offers: 0, counts: 0, prices: 0 };
  const announce = (change: CatalogueChange) => {
    if (change === 'prices') {
      changed.prices += 1;
      return;
    }
    changed.offers += 1;
    if (change === 'all') changed.counts += 1;
  };
  const announceEverything = () => {
    announce('all');
    announce('prices');
  };
  let listening: 'no' | 'starting' | 'yes' = 'no';
  async function startListening() {
    if (listening !== 'no') return;
    listening = 'starting';
    try {
      await listen('catalogue', {
        onMessage: (text) => announce(text === 'stock' || text === 'prices' ? text : 'all'),
        onReconnect: announceEverything,
      });
      // Earlier changes may have been missed.
      announceEverything();
      listening = 'yes';
    } catch {
      listening = 'no';
    }
  }
  const isCurrent = (mark: CatalogueMark, view: CatalogueView) =>
    listening === 'yes' &&
    mark[view] === changed[view] &&
    ageOf(mark) <= (view === 'prices' ? PRICE_ANSWER_MILLISECONDS : STORED_ANSWER_MILLISECONDS) &&
    isSameDayInNairobi(mark.moment, clock());
  const mark = () => {
    void startListening();
    return { ...changed, moment: clock(), takenAt: performance.now() };
  };

  return { mark, isCurrent, announce, share: createSharing({ mark, isCurrent }) };
}

const ageOf = ({ takenAt }: CatalogueMark) => performance.now() - takenAt;

function createSharing({
  mark,
  isCurrent,
}: Pick<CatalogueChanges, 'mark' | 'isCurrent'>): CatalogueChanges['share'] {
  const underWay = new Map<string, { mark: CatalogueMark; work: Promise<unknown> }>();
  return async <T>({ view, question }: Shared, work: () => Promise<T>) => {
    const key = view + JSON.stringify(Object.entries(question).sort());
    const begun = underWay.get(key);
    if (begun && isCurrent(begun.mark, view) && ageOf(begun.mark) <= SHARED_QUERY_MILLISECONDS)
      return begun.work as Promise<T>;
    const started = { mark: mark(), work: work() };
    underWay.set(key, started);
    try {
      return await started.work;
    } finally {
      if (underWay.get(key) === started) underWay.delete(key);
    }
  };
}
