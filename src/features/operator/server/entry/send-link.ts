import { OPERATOR_LINK_SECONDS } from '#operator/rules/limits.ts';
import { replaceLink } from '#operator/server/people/queries.ts';
import { languages } from '#platform/rules/language.ts';
import { writeLetter } from '#platform/server/adapters/letter-layout.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';
import { letters, outboxKind } from '#platform/server/outbox.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { m } from '#text';

/** Browsers don't send the fragment to any server. */
export const linkOf = (publicUrl: string, token: string) => `${publicUrl}/desk#${token}`;

/** `expiresAt` names the link: a newer one of the operator expires later. */
type DueLink = { operatorId: number; to: string; expiresAt: string };

export const operatorLink = outboxKind<DueLink>({
  kind: 'operatorLink',
  lane: letters,
  validSeconds: OPERATOR_LINK_SECONDS,
});

/**
 * The link is made here, so that the outbox stores none. If the mail fails, the next attempt makes
 * another one.
 */
export async function sendOperatorLink(
  db: Database,
  { operatorId, to, expiresAt }: DueLink,
  { mailer, support, publicUrl }: Pick<Services, 'mailer' | 'support' | 'publicUrl'>,
) {
  const token = createToken();
  const link = { operatorId, expiresAt: new Date(expiresAt), linkHash: sha256(token) };
  const operator = await replaceLink(db, link);
  if (!operator) return;
  await mailer.send(
    writeLetter({
      to,
      language: 'en',
      subject: m.mailOperatorLinkSubject({}, { locale: 'en' }),
      // Nobody knows yet which language the operator reads.
      paragraphs: [
        ...languages.map((locale) => m.mailOperatorLink({ name: operator.name }, { locale })),
        linkOf(publicUrl, token),
      ],
      supportEmail: support.email,
    }),
  );
}
