import { closeUnmatchedInput, importStatementInput } from '#operator/rules/reconciliation.ts';
import { importStatement as importText } from '#operator/server/reconciliation/import-statement.ts';
import {
  closeUnmatched as closeLine,
  lockUnmatched,
} from '#operator/server/reconciliation/queries.ts';
import { sha256 } from '#platform/server/hashes.ts';
import { m } from '#text';
import { confirmBooked } from './confirm-booked.ts';
import { defineOperation } from './operation.ts';
import { OperatorError, type Sentence, say } from './operator-services.ts';
import { kes } from './value-texts.ts';

const roles = ['finance', 'lead'] as const;

const NAMED_MAX = 10;

export const importStatement = defineOperation({
  name: 'statement import',
  input: importStatementInput,
  roles,
  logged: ({ text }) => ({ sha256: sha256(text) }),
  async work(tx, { text }, { now, person, services }) {
    const { payments, payouts } = services.operatorSettings.shortcodes;
    const shortcodes = [payments, payouts].flatMap((shortcode) => shortcode ?? []);
    const found = await importText(tx, { text, shortcodes, by: person.name, now });
    switch (found.outcome) {
      case 'empty':
        throw new OperatorError(say(m.deskStatementEmpty, {}));
      case 'otherTable':
        throw new OperatorError(
          say(m.deskStatementOtherTable, { missing: found.missing.join(', ') }),
        );
      case 'otherShortcode':
        throw new OperatorError(
          say(m.deskStatementOtherShortcode, {
            shortcode: found.shortcode,
            ours: shortcodes.join(', '),
          }),
        );
      case 'imported': {
        await confirmBooked(tx, { imported: { lines: found.lines, by: person.name }, now });
        const { added, known, changed, unreadable, isCut, period } = found;
        const sentences: Sentence[] = [say(m.deskStatementImported, { added, known })];
        if (changed.length > 0)
          sentences.push(say(m.deskStatementChanged, { receipts: namesOf(changed) }));
        if (unreadable.length > 0) {
          const lines = unreadable.map(({ line, field }) => `${line} (${field})`);
          sentences.push(say(m.deskStatementUnreadable, { lines: namesOf(lines) }));
        }
        if (isCut) sentences.push(say(m.deskStatementCut, {}));
        const details = { added, known, changed, unreadable: unreadable.length, isCut, period };
        return {
          said: (options) => sentences.map((sentence) => sentence(options)).join('\n'),
          details,
        };
      }
    }
  },
});

const namesOf = (names: readonly string[]) =>
  [...names.slice(0, NAMED_MAX), ...(names.length > NAMED_MAX ? ['…'] : [])].join(', ');

export const closeUnmatched = defineOperation({
  name: 'close unmatched payment',
  input: closeUnmatchedInput,
  roles,
  stateOf: (db, { receipt }) => lockUnmatched(db, receipt),
  async work(tx, { receipt, reason }) {
    const line = await lockUnmatched(tx, receipt);
    if (!line) throw new OperatorError(say(m.deskUnmatchedUnknown, { receipt }));
    await closeLine(tx, { receipt, reason });
    return { said: say(m.deskUnmatchedClosed, { receipt, amount: kes(line.amountCents) }) };
  },
});
