import type { Language } from '#platform/rules/language.ts';

export type Mail = { to: string; subject: string; text: string; html: string; language: Language };

/** Sends one mail, or rejects within five seconds. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };
