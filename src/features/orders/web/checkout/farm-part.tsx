import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { isCompleted } from '#orders/rules/order-facts.ts';
import { productNameText, quantityText } from '#products/rules/product-texts.ts';
import { ProductPicture, preOrderText } from '#products/web/catalogue/offer.tsx';
import { figureText, moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Notice } from '#ui/feedback.tsx';
import { showToast } from '#ui/show-toast.ts';
import { failureText } from '#web/rpc.ts';
import { type RouterOutputs, trpc } from '#web/trpc.ts';
import { CartLineProblem, pricedText } from '../cart/cart-farm.tsx';
import type { CartLineView } from '../cart/visitor-cart.tsx';
import { packedText } from '../order-texts.ts';
import { Choice } from './choice.tsx';

export type FarmQuote = RouterOutputs['buyer']['orders']['quote']['farms'][number];

const canDeliver = ({ delivers, isBelowMinimum }: FarmQuote): boolean =>
  delivers !== false && !isBelowMinimum;

/** Ids of the farms to collect from. */
export type Collected = { collected: string };

export const wantsCollection = ({ collected }: Collected, { farmId }: FarmQuote): boolean =>
  collected.split(' ').includes(String(farmId));

export const isCollected = (values: Collected, farm: FarmQuote): boolean =>
  wantsCollection(values, farm) || !canDeliver(farm);

type FarmPartProps = {
  farm: FarmQuote;
  lines: readonly CartLineView[];
  isCollected: boolean;
  onCollect: (isCollected: boolean) => void;
  onSet: (line: CartLineView, quantity: number) => void;
};

export function FarmPart({ farm, lines, isCollected, onCollect, onSet }: FarmPartProps) {
  const { county, deliveredTotal, collectedTotal } = farm;
  const [first] = lines;
  return (
    <li className="grid gap-2.5 py-3 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-center lg:gap-x-6">
      <div className="grid grid-cols-[3rem_minmax(0,1fr)] items-start gap-x-3">
        <div className="aspect-square overflow-hidden rounded-field bg-sunk">
          {first && (
            <ProductPicture
              product={{ ...first, photos: first.photo ? [first.photo] : [] }}
              sizes="3rem"
            />
          )}
        </div>
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h3 className="min-w-0 flex-[1_1_8rem] wrap-anywhere font-bold leading-snug">
              {farmTitle(farm)}
            </h3>
            <p className="ml-auto whitespace-nowrap font-bold tabular-nums">
              {moneyText(isCollected ? collectedTotal : deliveredTotal)}
            </p>
          </div>
          <p className="wrap-anywhere text-muted text-sm leading-snug">
            {lines.map((line) => `${productNameText(line)}, ${packedText(line)}`).join('\u00a0· ')}
          </p>
          {farm.harvestBy && (
            <p className="font-semibold text-sm leading-snug">
              {preOrderText(farm.harvestBy)}
              {'. '}
              {depositText(farm, isCollected)}
            </p>
          )}
        </div>
      </div>
      <Fulfilment farm={farm} isCollected={isCollected} onCollect={onCollect} county={county} />
      {lines
        .filter(({ offerId }) => offerId === null)
        .map((line) => (
          <CartLineProblem
            key={line.productId}
            line={line}
            onSet={(quantity) => onSet(line, quantity)}
            className="lg:col-span-full"
          />
        ))}
    </li>
  );
}

function depositText(farm: FarmQuote, isCollected: boolean): string {
  const { deposit, collectedTotal, deliveredTotal } = farm;
  const total = isCollected ? collectedTotal : deliveredTotal;
  const rest = moneyText(total - deposit);
  return m.depositAndRest({ deposit: moneyText(deposit), rest });
}

type FulfilmentProps = Pick<FarmPartProps, 'farm' | 'isCollected' | 'onCollect'> & {
  county: string;
};

function Fulfilment({ farm, isCollected, onCollect, county }: FulfilmentProps) {
  const noteId = useId();
  const { farmId, deliveryFee, distanceKm } = farm;
  const isDeliverable = canDeliver(farm);
  const name = `fulfilment-${farmId}-${farm.harvestProductId}`;
  const fee = deliveryFee > 0 ? `+ ${moneyText(deliveryFee)}` : m.deliveryFree();
  const refusal = refusalText(farm);
  const note = refusal ?? (isCollected && m.checkoutCollectionMeaning({ county }));
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{m.checkoutFulfilmentOf({ farm: farmTitle(farm) })}</legend>
      <div className="grid grid-cols-2 rounded-field border-[1.5px] border-edge bg-card *:rounded-[0.625rem]">
        <Choice
          name={name}
          checked={!isCollected}
          disabled={!isDeliverable}
          aria-describedby={noteId}
          onChange={() => onCollect(false)}
          className="has-disabled:bg-sunk"
        >
          <span className="font-semibold">{m.checkoutDeliver()}</span>
          <span className="text-xs tabular-nums">
            {isDeliverable ? fee : m.checkoutNotPossible()}
          </span>
        </Choice>
        <Choice
          name={name}
          checked={isCollected}
          aria-describedby={noteId}
          onChange={() => onCollect(true)}
        >
          <span className="font-semibold">{m.checkoutCollect()}</span>
          <span className="text-xs tabular-nums">
            {distanceKm === null ? county : shortDistanceText(distanceKm)}
          </span>
        </Choice>
      </div>
      <p
        id={noteId}
        role="status"
        className={`mt-1.5 text-sm leading-snug empty:hidden ${refusal ? 'font-medium text-soil' : 'text-muted'}`}
      >
        {note}
      </p>
    </fieldset>
  );
}

const shortDistanceText = (kilometres: number): string =>
  kilometres < 1
    ? m.distanceShortUnderOne()
    : m.distanceShort({ kilometres: figureText(kilometres) });

function refusalText(farm: FarmQuote): string | null {
  if (canDeliver(farm)) return null;
  if (farm.delivers !== false)
    return m.checkoutBelowMinimum({ minimum: moneyText(farm.minimumOrder) });
  const { distanceKm, coverageKm } = farm;
  const tooFar = m.checkoutTooFar({ farm: farmTitle(farm) });
  if (distanceKm === null) return tooFar;
  const [distance, coverage] = [figureText(distanceKm), figureText(coverageKm)];
  return `${tooFar} ${m.checkoutDistance({ distance, coverage })}`;
}

export type EarlierOrder = RouterOutputs['buyer']['orders']['again'];

export function EarlierOrderNote({ earlier }: { earlier: EarlierOrder }) {
  const { id, cart, ordered, status } = earlier;
  const { buyer } = trpc.useUtils();
  const navigate = useNavigate();
  const add = trpc.buyer.cart.add.useMutation({
    onSuccess: (next) => {
      buyer.cart.get.setData(undefined, next);
      void navigate({ to: '/buyer-dashboard', search: { tab: 'cart' } });
    },
    onError: (error) => showToast('error', failureText(error, m.saveFailed())),
  });
  const lines = cart.lines.map(({ productId, quantity }) => ({ productId, quantity }));
  const differences = ordered.flatMap((line) => {
    const now = cart.lines.find(({ productId }) => productId === line.productId);
    return differencesOf(line, { now, isCompleted: isCompleted(status) });
  });
  return (
    <Notice type="info">
      <p>{m.earlierOrderNote({ id })}</p>
      <ul className="font-normal">
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
      <button
        type="button"
        className="link min-h-11"
        disabled={add.isPending}
        onClick={() => add.mutate({ lines })}
      >
        {m.earlierOrderToCart()}
      </button>
    </Notice>
  );
}

type Now = { now: EarlierOrder['cart']['lines'][number] | undefined; isCompleted: boolean };

function differencesOf(line: EarlierOrder['ordered'][number], { now, isCompleted }: Now): string[] {
  const name = productNameText(line);
  if (!now) return [m.errorProductGone({ name })];
  const ordered = quantityText(line.quantity, line.unit);
  const texts: string[] = [];
  if (now.quantity < line.quantity) {
    const available = quantityText(now.quantity, now.unit);
    texts.push(m.earlierOrderLess({ name, available, ordered }));
  } else if (isCompleted && line.weighedQuantity === null && line.got < line.quantity) {
    const got = quantityText(line.got, line.unit);
    texts.push(m.earlierOrderGot({ name, ordered, got }));
  }
  const price = pricedText(now.price, now.unit, now.netWeightKg);
  const before = pricedText(line.price, line.unit, line.netWeightKg);
  if (price !== before) texts.push(m.earlierOrderPrice({ name, price, before }));
  return texts;
}
