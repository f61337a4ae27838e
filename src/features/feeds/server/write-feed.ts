import { farmTitle } from '#farms/rules/farm-texts.ts';
import { getFarm } from '#farms/server/get-farm.ts';
import type { FeedName } from '#feeds/rules/feed.ts';
import { FEED_PAGE_SIZE } from '#feeds/rules/limits.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import type { Language } from '#platform/rules/language.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { CatalogueReads } from '#products/server/catalogue-reads.ts';
import { feedFormats } from './feed-formats.ts';
import { feedItem } from './feed-item.ts';
import { listFeedRows } from './queries.ts';

export type Wanted = { name: FeedName; farmId?: number | undefined; language: Language };
type Needs = { clock: Clock; catalogueReads: CatalogueReads; publicUrl: string };

/**
 * Holds no connection between pages. Leaves out products without a photo, because Google and Meta
 * refuse them. Throws before the first piece.
 */
export async function* writeFeed(
  { name, farmId, language }: Wanted,
  { clock, catalogueReads, publicUrl }: Needs,
): AsyncGenerator<string, void> {
  const format = feedFormats[name];
  const farm =
    farmId === undefined ? null : await catalogueReads.quick((db) => getFarm(db, { farmId }));
  yield format.begin({
    title: farm ? farmTitle(farm, { locale: language }) : 'SokoShamba',
    link: farm ? `${publicUrl}/farm/${farm.farmId}` : `${publicUrl}/market`,
  });
  const question = { today: dayInNairobi(clock()), farmId: farmId ?? null };
  let afterId = 0;
  for (let hasMore = true; hasMore; ) {
    const page = { ...question, afterId };
    const rows = await catalogueReads.quick((db) => listFeedRows(db, page));
    if (rows.length > 0)
      yield rows.map((row) => format.item(feedItem(row, { publicUrl, language }))).join('');
    afterId = rows.at(-1)?.id ?? afterId;
    hasMore = rows.length === FEED_PAGE_SIZE;
  }
  yield format.end;
}
