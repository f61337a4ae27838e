import type { Language } from '#platform/rules/language.ts';
import { cutToGsm7, SMS_CHARACTERS } from '#platform/rules/text/gsm7.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { KnownSpeaker } from '../answer-words.ts';
import { getPhoneOrder, goodsOf, nextStep, orderTitle, type PhoneOrder } from '../order-lines.ts';
import { findPhoneProduct, quantityOf } from '../phone-products.ts';
import { say, sayRefusal, shortAmount } from '../say.ts';
import { LINES_OF_PAGE, type Screen } from './screen.ts';

type Needs = { clock: Clock; secret: string };
type Shown = { screen: Screen; said: string; speaker: KnownSpeaker | null };

/** The text of a screen, in fewer than 160 characters. `said` comes first if it fits. */
export async function showScreen(
  db: Database,
  { screen, said, speaker }: Shown,
  services: Needs,
): Promise<string> {
  const language = speaker?.language ?? 'sw';
  const body = await bodyOf(db, { screen, speaker, language }, services);
  const text = screen.at === 'main' ? body : `${body}\n${say(language, 'menuBack', {})}`;
  const whole = said === '' ? text : `${said}\n${text}`;
  return whole.length < SMS_CHARACTERS ? whole : text;
}

type Asked = { screen: Screen; speaker: KnownSpeaker | null; language: Language };

async function bodyOf(
  db: Database,
  { screen, speaker, language }: Asked,
  services: Needs,
): Promise<string> {
  if (screen.at === 'crop') return say(language, 'askCrop', {});
  if (!speaker || screen.at === 'main' || screen.at === 'ended')
    return say(language, menuOf(speaker), {});
  const farmerId = speaker.userId;
  switch (screen.at) {
    case 'orders':
    case 'products':
      return (await linesOf(db, { screen, speaker }, services)).join('\n');
    case 'order':
      return showOrder(
        await getPhoneOrder(db, { orderId: screen.orderId, farmerId }, services),
        language,
      );
    case 'reject': {
      const order = await getPhoneOrder(db, { orderId: screen.orderId, farmerId }, services);
      return say(language, 'rejectMenu', { id: order.id, total: shortAmount(order.amount) });
    }
    case 'code':
      return say(language, 'askCode', {});
    case 'count': {
      const product = await findPhoneProduct(
        db,
        { farmerId, productId: screen.productId },
        services,
      );
      return product
        ? say(language, 'askCount', quantityOf(product, language))
        : sayRefusal(new AppError('PRODUCT_NOT_FOUND'), language);
    }
    case 'pinNew':
      return say(language, 'pinChoose', {});
    case 'pin':
      return say(language, 'pinAsk', {});
  }
}

function menuOf(speaker: KnownSpeaker | null) {
  if (!speaker) return 'menuUnverified';
  return speaker.role === 'farmer' ? 'menu' : 'menuBuyer';
}

const LINE_CHARACTERS = 44;

type List = { screen: Extract<Screen, { ids: number[] }>; speaker: KnownSpeaker };

async function linesOf(
  db: Database,
  { screen, speaker }: List,
  services: Needs,
): Promise<string[]> {
  const { userId: farmerId, language } = speaker;
  const first = screen.page * LINES_OF_PAGE;
  const shown = screen.ids.slice(first, first + LINES_OF_PAGE);
  const more = screen.ids.length > first + LINES_OF_PAGE ? [say(language, 'menuMore', {})] : [];
  if (screen.at === 'orders') {
    const orders = await Promise.all(
      shown.map((orderId) => getPhoneOrder(db, { orderId, farmerId }, services)),
    );
    return [
      ...orders.map((order, at) =>
        cutToGsm7(`${first + at + 1} ${orderTitle(order, language)}`, LINE_CHARACTERS),
      ),
      ...more,
    ];
  }
  const products = await Promise.all(
    shown.map((productId) => findPhoneProduct(db, { farmerId, productId }, services)),
  );
  const lines = products.flatMap((product, at) => {
    return product
      ? [say(language, 'stockLine', { ...quantityOf(product, language), number: first + at + 1 })]
      : [];
  });
  return [...lines.map((line) => cutToGsm7(line, LINE_CHARACTERS)), ...more];
}

const stepTexts = { nextPaid: 'stepUnpaid', nextReady: 'stepReady', nextSend: 'stepSend' } as const;

function showOrder(order: PhoneOrder, language: Language): string {
  const steps = {
    pending: `${say(language, 'stepAccept', {})}\n${say(language, 'stepReject', {})}`,
    confirmed: say(language, stepTexts[nextStep(order)], {}),
    dispatched: say(language, 'stepCode', {}),
  } as Partial<Record<PhoneOrder['status'], string>>;
  const values = {
    line: orderTitle(order, language),
    goods: goodsOf(order, language),
    steps: steps[order.status] ?? '',
  };
  return say(language, 'orderMenu', values).trimEnd();
}
