import type { Database } from '#platform/server/db/database.ts';
import { checkChain, hashOfRow, holdHead } from './chain-queries.ts';
import { type PublishedHead, readPublishedHeads } from './publish-head.ts';

export type LogVerdict =
  | { outcome: 'intact'; rows: number; published: number }
  | { outcome: 'rowWrong'; id: number }
  | { outcome: 'endWrong'; rows: number; recorded: number }
  /** The chain fits, but a published head does not: the whole log was rewritten. */
  | { outcome: 'rewritten'; head: PublishedHead };

export async function verifyLog(db: Database, folder: string): Promise<LogVerdict> {
  const published = await readPublishedHeads(folder);
  return db.transaction(async (tx) => {
    const head = await holdHead(tx);
    const { rows, lastHash, firstWrong } = await checkChain(tx);
    if (firstWrong !== null) return { outcome: 'rowWrong', id: firstWrong };
    if (rows !== (head?.rows ?? 0) || lastHash !== (head?.hash ?? ''))
      return { outcome: 'endWrong', rows, recorded: head?.rows ?? 0 };
    for (const one of published) {
      if ((await hashOfRow(tx, one.rows)) !== one.hash) return { outcome: 'rewritten', head: one };
    }
    return { outcome: 'intact', rows, published: published.length };
  });
}
