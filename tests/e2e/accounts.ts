import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext } from 'playwright/test';
import type { SunkMail } from './mail-sink.ts';

export const PASSWORD = 'Mavuno-mema-2026';

export type Account = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  token: string;
};

/** An email address used by no other test; it contains `name`. */
export const uniqueEmail = (name: string) => `${name}-${randomUUID().slice(0, 8)}@shop.example`;

/** A phone number used by no other test, as people type it. */
export const uniqueNumber = () => `07${String(randomInt(100_000_000)).padStart(8, '0')}`;

export type Mailbox = ReturnType<typeof createMailbox>;

/** Reads the mails that the server has sent. */
export function createMailbox(request: APIRequestContext) {
  const mail = async (to: string, number = 1): Promise<SunkMail> => {
    const answer = await request.get(`${process.env.E2E_MAILS_URL}/mail`, {
      params: { to, number },
    });
    return answer.json();
  };
  return {
    mail,
    /** Waits for the nth mail to an address and returns its code. */
    async code(to: string, number = 1): Promise<string> {
      const { text } = await mail(to, number);
      const code = /\b\d{6}\b/.exec(text)?.[0];
      if (!code) throw new Error(`Mail ${number} to ${to} holds no code: ${text}`);
      return code;
    },
  };
}

/** A code different from this one. */
export const wrongCode = (right: string, offset = 1) =>
  String((Number(right) + offset) % 1_000_000).padStart(6, '0');

/**
 * Creates accounts over the REST paths. Each uses up two mails; the code is in the first. Each test
 * has its own client address, because together they sign up more people than one address may.
 */
export function createAccounts(request: APIRequestContext, mailbox: Pick<Mailbox, 'code'>) {
  const headers = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };

  async function post(path: string, data: object) {
    const answer = await request.post(`/api/auth/${path}`, { data, headers });
    if (!answer.ok())
      throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return answer.json();
  }

  async function proveEmail(email: string, userType: 'buyer' | 'farmer') {
    await post('send-otp', { email, purpose: 'signup' });
    return post('verify-otp', {
      email,
      otp: await mailbox.code(email),
      purpose: 'signup',
      userType,
    });
  }

  return {
    async buyer(name = 'buyer', phoneNumber = '0712345678'): Promise<Account> {
      const person = {
        firstName: 'Achieng',
        lastName: 'Otieno',
        email: uniqueEmail(name),
        password: PASSWORD,
      };
      await post('buyer/signup', { ...person, nationalId: '12345678', phoneNumber });
      const { token } = await proveEmail(person.email, 'buyer');
      return { ...person, token };
    },
    async farmer(name = 'farmer', phoneNumber = '0112345678'): Promise<Account> {
      const person = {
        firstName: 'Wanjiru',
        lastName: "Ng'ang'a",
        email: uniqueEmail(name),
        password: PASSWORD,
      };
      const { signupToken } = await proveEmail(person.email, 'farmer');
      // Farms at exactly the same position lose their badge.
      const position = { latitude: -1.2864 + Math.random() / 10_000, longitude: 36.8172 };
      await post('farmer/signup', {
        ...person,
        signupToken,
        phoneNumber,
        farmType: 'Vegetables (Tomatoes, Onions, Cabbages)',
        farmSize: 'Small Scale (Less than 2.5 acres)',
        location: {
          ...position,
          county: 'Nairobi',
          subcounty: 'Starehe',
          addressDescription: 'Near the market',
          geofenceRadius: 500,
          accuracy: 8,
          verified: true,
          gpsFix: { ...position, accuracy: 8, takenAt: new Date().toISOString() },
        },
      });
      return { ...person, token: '' };
    },
    /** Logs in over the REST paths and returns the session's token; uses up the next mail. */
    async logIn(
      { email, password }: Account,
      role: 'buyer' | 'farmer',
      mailNumber = 2,
    ): Promise<string> {
      await post(`${role}/verify-credentials`, { email, password });
      await post('send-otp', { email, purpose: 'login' });
      const { token } = await post('verify-otp', {
        email,
        otp: await mailbox.code(email, mailNumber),
        purpose: 'login',
      });
      return token;
    },
  };
}
