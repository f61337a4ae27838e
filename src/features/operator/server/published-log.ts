import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { dayInNairobi } from '#rules/day.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import { writeLetter } from '#server/adapters/letter-layout.ts';
import type { Mailer } from '#server/adapters/mailer.ts';
import type { Support } from '#server/config.ts';
import { letters, outboxKind, putInOutbox } from '#server/outbox.ts';
import { checkChain, claimPublishing, findHead, hashOfRow, holdHead } from './action-queries.ts';

const FILE_NAME = 'operator-log-heads.jsonl';

const publishedHead = z.object({ day: z.string(), rows: z.int(), hash: z.string() });
type PublishedHead = z.infer<typeof publishedHead>;

export const logHeadPublished = outboxKind<{ to: string; head: PublishedHead }>({
  kind: 'logHeadPublished',
  lane: letters,
  validSeconds: 7 * DAY_SECONDS,
});

type Publishing = { logFolder: string; logEmail: string | null };

/**
 * Once a day, in a file in DATA_DIR and by mail to OPERATOR_LOG_EMAIL. Copies outside the database
 * show whether the log was rewritten.
 */
export async function publishHead(db: Database, { logFolder, logEmail }: Publishing, now: Date) {
  const day = dayInNairobi(now);
  await db.transaction(async (tx) => {
    const head = (await claimPublishing(tx, day)) ? await findHead(tx) : null;
    if (!head) return;
    const published = { day, rows: head.rows, hash: head.hash };
    if (logEmail) await putInOutbox(tx, logHeadPublished({ to: logEmail, head: published }), now);
    await appendFile(join(logFolder, FILE_NAME), `${JSON.stringify(published)}\n`);
  });
}

export async function mailHead(
  _: Database,
  { to, head }: { to: string; head: PublishedHead },
  { mailer, support }: { mailer: Mailer; support: Support },
) {
  await mailer.send(
    writeLetter({
      to,
      language: 'en',
      subject: `Operator log, ${head.day}`,
      paragraphs: [
        `On ${head.day} the operator log has ${head.rows} rows. The last hash is ${head.hash}.`,
        'Keep this mail. `npm run operator -- log verify` compares the log with its own record; this mail shows whether both were rewritten.',
      ],
      supportEmail: support.email,
    }),
  );
}

/** Leaves out an incomplete last line. */
async function readPublishedHeads(folder: string): Promise<PublishedHead[]> {
  const text = await readFile(join(folder, FILE_NAME), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      return [publishedHead.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

type LogVerdict =
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
