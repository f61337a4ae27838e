import type { Settings } from '#platform/server/config.ts';

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
      `PUBLIC_URL is this machine: links in mails lead to ${PUBLIC_URL}, and M-Pesa cannot call back.`,
    SUPPORT_PHONE === '' &&
      'SUPPORT_PHONE is not set: people are given no number to call when they need help.',
  ].filter((warning) => warning !== false);
}

export const servicesInUse = (settings: Settings) => ({
  database: settings.DATABASE_URL ? 'postgres' : 'embedded',
  mail: settings.SMTP_URL !== undefined,
  sms: settings.SMS_BASE_URL !== undefined,
  mpesa: settings.MPESA_BASE_URL !== undefined,
  payouts: settings.MPESA_B2C_SHORTCODE !== undefined,
  push: settings.vapidKeys ? 'own keys' : 'generated keys',
  photoStore: settings.PHOTO_STORE_URL ? 'S3' : 'folder',
  demo: settings.isDemo,
});
