import { randomUUID } from 'node:crypto';
import { SERVICE_CODE, type SimulatedSms } from './simulated-sms.ts';

const KEPT_TEXTS = 100;
const KEPT_SESSIONS = 200;

type UssdSession = { id: string; text: string; screen: string; isOpen: boolean };
type SentText = { from: string; text: string; sentAt: Date };

/** An open menu on each phone, and the SMS that were written. */
export function createHandsets(sms: Pick<SimulatedSms, 'write' | 'dial'>, now: () => Date) {
  const sessions = new Map<string, UssdSession>();
  const sent: SentText[] = [];
  let changes = 0;

  async function step(number: string, session: UssdSession) {
    const answer = await sms
      .dial({ phoneNumber: number, sessionId: session.id, text: session.text })
      .catch(() => '');
    const [, kind, screen = ''] = /^(CON|END) ([\s\S]*)$/.exec(answer) ?? [];
    sessions.delete(number);
    sessions.set(number, { ...session, screen, isOpen: kind === 'CON' });
    const [oldest] = sessions.keys();
    if (sessions.size > KEPT_SESSIONS && oldest) sessions.delete(oldest);
    changes += 1;
  }

  return {
    /**
     * Null while the phone shows its inbox. An empty screen means that the network did not answer.
     */
    sessionOf: (number: string): UssdSession | null => sessions.get(number) ?? null,
    sentBy: (number: string) => sent.filter(({ from }) => from === number),
    changes: () => changes,
    /** Opens a menu, or answers the open one. Any other number is ignored. */
    async call(number: string, typed: string) {
      const session = sessions.get(number);
      if (session?.isOpen)
        await step(number, { ...session, text: session.text ? `${session.text}*${typed}` : typed });
      else if (typed.replaceAll(' ', '') === SERVICE_CODE)
        await step(number, { id: randomUUID(), text: '', screen: '', isOpen: false });
    },
    end(number: string) {
      if (sessions.delete(number)) changes += 1;
    },
    write(from: string, text: string) {
      sms.write(from, text);
      sent.unshift({ from, text, sentAt: now() });
      sent.length = Math.min(sent.length, KEPT_TEXTS);
      changes += 1;
    },
  };
}

export type Handsets = ReturnType<typeof createHandsets>;
