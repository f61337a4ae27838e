import { PIN_LENGTH } from '#features/accounts/rules/limits.ts';
import { checkPin, chooseFirstPin } from '#features/accounts/server/phone-line.ts';
import { provesPerson } from '#features/accounts/server/trust-in-number.ts';
import { setLanguage } from '#features/accounts/server/update-person.ts';
import { HANDOVER_CODE_LENGTH } from '#features/orders/rules/limits.ts';
import { listOrdersUnderWay } from '#features/orders/server/list-orders.ts';
import { type Command, PRICE_WORDS_MAX } from '#features/phones/rules/commands.ts';
import { QUANTITY_MAX } from '#features/products/rules/limits.ts';
import type { PriceRecords } from '#features/products/server/price-records.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { type KnownSpeaker, needsPin, sayWithoutPin } from '../answer-words.ts';
import { markHeard } from '../mark-heard.ts';
import { getPhoneOrder, nextStep } from '../order-lines.ts';
import { numberProducts } from '../phone-products.ts';
import { runCommand, runPublicCommand } from '../run-command.ts';
import { say, sayRefusal } from '../say.ts';
import { ENDED, LINES_OF_PAGE, MAIN, type Screen } from './screen.ts';

type Needs = { clock: Clock; secret: string; priceRecords: PriceRecords };
type Step = { screen: Screen; input: string; speaker: KnownSpeaker | null };
/** The next screen, and the text before it or at the end. */
export type Stepped = { screen: Screen; said?: string };

const BACK = '0';
const MORE = '00';

/** Handles an input. An invalid input stays on the screen. */
export async function takeStep(
  db: Database,
  { screen, input, speaker }: Step,
  services: Needs,
): Promise<Stepped> {
  const language = speaker?.language ?? 'sw';
  const again = { screen, said: say(language, 'wrongChoice', {}) };
  try {
    if (input === BACK && screen.at !== 'main') return { screen: backFrom(screen) };
    if (screen.at === 'crop') {
      const said = await runPublicCommand(
        db,
        {
          command: { name: 'price', words: input.toLowerCase().slice(0, PRICE_WORDS_MAX) },
          language,
        },
        services,
      );
      return { screen: ENDED, said: said ?? '' };
    }
    if (screen.at === 'main' && input === '3') return { screen: { at: 'crop' } };
    if (!speaker) return again;
    return (await stepOf(db, { screen, input, speaker }, services)) ?? again;
  } catch (error) {
    return { screen: ENDED, said: sayRefusal(error, language) };
  }
}

/** The previous page of a list, or the previous screen. */
function backFrom(screen: Screen): Screen {
  if ((screen.at === 'orders' || screen.at === 'products') && screen.page > 0)
    return { ...screen, page: screen.page - 1 };
  return screen.back ?? MAIN;
}

type Known = Step & { speaker: KnownSpeaker };

/** Null if the input is no valid choice. */
async function stepOf(
  db: Database,
  { screen, input, speaker }: Known,
  services: Needs,
): Promise<Stepped | null> {
  switch (screen.at) {
    case 'main':
      return choose(db, { input, speaker }, services);
    case 'orders':
    case 'products': {
      const isMore = input === MORE && screen.ids.length > (screen.page + 1) * LINES_OF_PAGE;
      if (isMore) return { screen: { ...screen, page: screen.page + 1 } };
      const id = /^\d{1,3}$/.test(input) ? screen.ids[Number(input) - 1] : undefined;
      if (id === undefined) return null;
      return {
        screen:
          screen.at === 'orders'
            ? { at: 'order', orderId: id, back: screen }
            : { at: 'count', productId: id, back: screen },
      };
    }
    case 'order':
      return stepOfOrder(db, { screen, input, speaker }, services);
    case 'reject':
      if (input !== '1') return null;
      return run(
        db,
        { screen, speaker, command: { name: 'reject', orderId: screen.orderId, reason: null } },
        services,
      );
    case 'code':
      if (!isDigits(input, HANDOVER_CODE_LENGTH)) return null;
      return run(
        db,
        { screen, speaker, command: { name: 'complete', orderId: screen.orderId, code: input } },
        services,
      );
    case 'count':
      return count(db, { screen, input, speaker }, services);
    case 'pinNew':
      return choosePin(db, { input, speaker }, services);
    case 'pin':
      return enterPin(db, { screen, input, speaker }, services);
    default:
      return null;
  }
}

type Chosen = { input: string; speaker: KnownSpeaker };
/** An input on a screen with these properties. */
type On<Having> = Chosen & { screen: Extract<Screen, Having> };

async function choose(
  db: Database,
  { input, speaker }: Chosen,
  services: Needs,
): Promise<Stepped | null> {
  const { userId, language, role } = speaker;
  if (input === '5') {
    const other = language === 'sw' ? 'en' : 'sw';
    await setLanguage(db, { userId, language: other }, services);
    return { screen: MAIN };
  }
  if (role !== 'farmer') return null;
  if (input === '6') {
    return speaker.hasPin
      ? { screen: ENDED, said: say(language, 'pinThere', {}) }
      : { screen: { at: 'pinNew' } };
  }
  if (!['1', '2', '4'].includes(input)) return null;
  if (input === '4')
    return run(db, { screen: MAIN, speaker, command: { name: 'money' } }, services);
  const screen: Screen =
    input === '1'
      ? {
          at: 'orders',
          page: 0,
          ids: (await listOrdersUnderWay(db, userId, services)).map(({ id }) => id),
        }
      : {
          at: 'products',
          page: 0,
          ids: (await numberProducts(db, userId, services)).map(({ id }) => id),
        };
  if (screen.ids.length === 0)
    return { screen: ENDED, said: say(language, input === '1' ? 'ordersNone' : 'stockNone', {}) };
  if (provesPerson(speaker, services.clock())) return { screen };
  return speaker.hasPin
    ? { screen: { at: 'pin', next: screen } }
    : { screen: ENDED, said: say(language, 'pinNeeded', {}) };
}

async function stepOfOrder(
  db: Database,
  { screen, input, speaker }: On<{ orderId: number }>,
  services: Needs,
): Promise<Stepped | null> {
  const { orderId } = screen;
  const order = await getPhoneOrder(db, { orderId, farmerId: speaker.userId }, services);
  const choice = `${order.status} ${input}`;
  if (choice === 'pending 1')
    return run(db, { screen, speaker, command: { name: 'accept', orderId } }, services);
  if (choice === 'pending 2') return { screen: { at: 'reject', orderId, back: screen } };
  if (choice === 'confirmed 1' && nextStep(order) !== 'nextPaid') {
    return run(db, { screen, speaker, command: { name: 'dispatch', orderId } }, services);
  }
  return choice === 'dispatched 1' ? { screen: { at: 'code', orderId, back: screen } } : null;
}

type Asked = { screen: Screen; speaker: KnownSpeaker; command: Command };

/** Runs a command, or asks for the PIN first. */
async function run(
  db: Database,
  { screen, speaker, command }: Asked,
  services: Needs,
): Promise<Stepped> {
  if (await needsPin(db, { speaker, command }, services.clock())) {
    if (!speaker.hasPin) return { screen: ENDED, said: sayWithoutPin(speaker, services) };
    return { screen: { at: 'pin', command, back: screen } };
  }
  return runNow(db, { speaker, command }, services);
}

async function runNow(
  db: Database,
  { speaker, command }: { speaker: KnownSpeaker; command: Command },
  services: Needs,
): Promise<Stepped> {
  await markHeard(db, speaker.userId, services);
  return { screen: ENDED, said: await runCommand(db, { speaker, command }, services) };
}

const isDigits = (input: string, length: number) => input.length === length && /^\d+$/.test(input);

async function count(
  db: Database,
  { screen, input, speaker }: On<{ productId: number }>,
  services: Needs,
): Promise<Stepped | null> {
  const { productId } = screen;
  const quantity = /^\d{1,7}(?:[.,]\d{1,2})?$/.test(input)
    ? Number(input.replace(',', '.'))
    : Number.NaN;
  if (!(quantity <= QUANTITY_MAX)) return null;
  return run(
    db,
    { screen, speaker, command: { name: 'countChosen', productId, quantity } },
    services,
  );
}

async function choosePin(
  db: Database,
  { input, speaker }: Chosen,
  services: Needs,
): Promise<Stepped | null> {
  const { userId, language } = speaker;
  if (!isDigits(input, PIN_LENGTH)) return null;
  const isChosen = await chooseFirstPin(db, { userId, pin: input }, services);
  const refusal = speaker.hasPin ? 'pinThere' : 'pinNeeded';
  return { screen: ENDED, said: say(language, isChosen ? 'pinChosen' : refusal, {}) };
}

async function enterPin(
  db: Database,
  { screen, input: pin, speaker }: On<{ at: 'pin' }>,
  services: Needs,
): Promise<Stepped> {
  const { userId, language } = speaker;
  switch (await checkPin(db, { userId, pin }, services)) {
    case 'right':
      return 'next' in screen
        ? { screen: screen.next }
        : runNow(db, { speaker, command: screen.command }, services);
    case 'wrong':
      return { screen, said: say(language, 'pinWrong', {}) };
    case 'locked':
      return { screen: ENDED, said: say(language, 'pinLocked', {}) };
    case 'none':
      return { screen: ENDED, said: say(language, 'pinNeeded', {}) };
  }
}
