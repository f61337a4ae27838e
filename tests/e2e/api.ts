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

export const uniqueEmail = (name: string) => `${name}-${randomUUID().slice(0, 8)}@shop.example`;

export const uniqueNumber = () => `07${String(randomInt(100_000_000)).padStart(8, '0')}`;

export type Mailbox = ReturnType<typeof createMailbox>;

export function createMailbox(request: APIRequestContext) {
  const mail = async (to: string, number = 1): Promise<SunkMail> => {
    const answer = await request.get(`${process.env.E2E_MAILS_URL}/mail`, {
      params: { to, number },
    });
    return answer.json();
  };
  return {
    mail,
    async code(to: string, number = 1): Promise<string> {
      const { text } = await mail(to, number);
      const code = /\b\d{6}\b/.exec(text)?.[0];
      if (!code) throw new Error(`Mail ${number} to ${to} holds no code: ${text}`);
      return code;
    },
  };
}

export const wrongCode = (right: string, offset = 1) =>
  String((Number(right) + offset) % 1_000_000).padStart(6, '0');

type Offered = {
  name: string;
  category?: string;
  description?: string;
  quantity?: number;
  unit?: string;
  price?: number;
  netWeightKg?: number;
  isOrganic?: boolean;
  harvestDate?: string;
  depositPercent?: number;
};
type Ordered = {
  productIds: (number | undefined)[];
  quantity?: number;
  paymentMethod?: 'Cash on delivery' | 'M-Pesa';
  note?: string;
};

export type Api = ReturnType<typeof createApi>;

/**
 * Calls the API as people. An account uses up two mails; the code is in the first. Each test has its
 * own client address, because together they sign up more people than one address may.
 */
export function createApi(request: APIRequestContext, mailbox: Pick<Mailbox, 'code'>) {
  const from = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };

  async function post(path: string, data: object) {
    const answer = await request.post(`/api/auth/${path}`, { data, headers: from });
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

  const read = (token: string, path: string) =>
    request.get(`/api/${path}`, { headers: { authorization: `Bearer ${token}` } });

  async function call(token: string, path: string, input: object = {}) {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await request.post(`/trpc/${path}`, { headers, data: input });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()).result.data;
  }

  async function ask(path: string, input: object) {
    const answer = await request.get(`/trpc/${path}`, { params: { input: JSON.stringify(input) } });
    return (await answer.json()).result.data;
  }

  async function buyer(): Promise<Account> {
    const person = {
      firstName: 'Achieng',
      lastName: 'Otieno',
      email: uniqueEmail('buyer'),
      password: PASSWORD,
    };
    await post('buyer/signup', { ...person, nationalId: '12345678', phoneNumber: '0712345678' });
    const { token } = await proveEmail(person.email, 'buyer');
    return { ...person, token };
  }

  async function farmer(phoneNumber = '0112345678'): Promise<Account> {
    const person = {
      firstName: 'Wanjiru',
      lastName: "Ng'ang'a",
      email: uniqueEmail('farmer'),
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
  }

  /** Logs in and returns the session's token; uses up the next mail. */
  async function logIn(
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
  }

  async function offer(
    products: Offered[] = [{ name: `${uniqueWord()} kale` }],
    phoneNumber?: string,
  ) {
    const account = await farmer(phoneNumber);
    const token = await logIn(account, 'farmer');
    const usual = { category: 'Vegetables', quantity: 120, unit: 'kg', price: 85 };
    const ids: number[] = [];
    for (const product of products) {
      const input = { ...usual, description: 'Picked this morning', ...product };
      ids.push((await call(token, 'farmer.products.create', input)).id);
    }
    return { farmer: { ...account, token }, token, ids };
  }

  /** Orders products of one farm, to be collected. @returns the order's id */
  async function order(
    token: string,
    { productIds, quantity = 1, paymentMethod = 'Cash on delivery', note = '' }: Ordered,
  ): Promise<number> {
    const lines = productIds.map((productId) => ({ productId, quantity }));
    await call(token, 'buyer.cart.put', { lines });
    const placed = await call(token, 'buyer.orders.place', {
      idempotencyKey: uniqueWord(),
      order: { fulfilment: 'collection', paymentMethod, note },
    });
    return placed.orders[0].id;
  }

  async function step(token: string, orderId: number, ...steps: ('confirm' | 'dispatch')[]) {
    for (const one of steps) await call(token, `farmer.orders.${one}`, { orderId });
  }

  async function handoverCode(token: string, orderId: number): Promise<string> {
    return (await (await read(token, `buyer/orders/${orderId}`)).json()).order.handoverCode;
  }

  type Trade = { farmer: string; buyer: string; productId: number | undefined };

  async function complete({ farmer: seller, buyer: by, productId }: Trade): Promise<number> {
    const orderId = await order(by, { productIds: [productId], quantity: 2 });
    await step(seller, orderId, 'confirm', 'dispatch');
    const handover = { orderId, handoverCode: await handoverCode(by, orderId) };
    await call(seller, 'farmer.orders.complete', handover);
    await call(by, 'buyer.orders.rate', { orderId, rating: 4, text: 'Very fresh' });
    return orderId;
  }

  return { read, ask, call, buyer, farmer, logIn, offer, order, step, handoverCode, complete };
}

export const uniqueWord = () => `Zao${randomUUID().slice(0, 8)}`;
