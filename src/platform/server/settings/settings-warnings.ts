import type { Settings } from '../config.ts';

/** Settings that a live server lacks, one line each, for the log. */
export function settingsWarnings(settings: Settings): string[] {
  const { NODE_ENV, SMTP_URL, PUBLIC_URL, SUPPORT_PHONE, DATA_DIR } = settings;
  const isLive = NODE_ENV === 'production';
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(PUBLIC_URL).hostname);
  return [
    isLive &&
      !SMTP_URL &&
      `SMTP_URL is not set: mails and their codes reach nobody, they become files in ${DATA_DIR}/outbox.`,
    isLive &&
      isLocal &&
      `PUBLIC_URL is not set: links in mails lead to ${PUBLIC_URL}, and M-Pesa cannot call back.`,
    SUPPORT_PHONE === '' &&
      'SUPPORT_PHONE is not set: people are given no number to call when they need help.',
  ].filter((warning) => warning !== false);
}
