import { useMutation } from '@tanstack/react-query';
import { unitLabels } from '#products/rules/product-texts.ts';
import { parseDecimal } from '#rules/amounts.ts';
import { m } from '#text';
import { Button, Card } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { Field, TextField } from '#ui/field.tsx';
import { untilText } from '#ui/format.ts';
import { useIsShown } from '#ui/screen-state.ts';
import { showToast } from '#ui/show-toast.ts';
import { saveChange, sayPending } from '#web/offline/lazy-queue.ts';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { isLineOpen, PROPOSED_MAX, pointText } from '../rules/lot.ts';
import { amountOf, lotFailure, type ShownLot, shareStatusTexts } from './lot-parts.tsx';

const OVER: readonly (string | undefined)[] = ['over', 'ordered', undefined];

const PointSelect = ({ lot, ...select }: React.ComponentProps<'select'> & { lot: ShownLot }) => (
  <select {...select}>
    <option value="">{m.sortNearest()}</option>
    {lot.points.map((point) => (
      <option key={point.id} value={point.id}>
        {pointText(point)}
      </option>
    ))}
  </select>
);

const shareTyped = (
  form: FormData,
  farm: number | '' = '',
): [quantity: number, pointId: number | undefined] => [
  parseDecimal(String(form.get(`quantity${farm}`) ?? '')) ?? 0,
  Number(form.get(`point${farm}`)) || undefined,
];

/** Works offline: the share waits in the queue, and is refused if the lot is full by then. */
export function ShareForm({ lot }: { lot: ShownLot }) {
  const { id: lotId, unit, points, isOpen } = lot;
  const [share] = lot.shares;
  const isKept = !OVER.includes(share?.status);
  const isShown = useIsShown();
  const { lots } = trpc.useUtils().farmer;
  const give = useMutation({
    async mutationFn({ form, waits }: { form: FormData; waits: boolean }) {
      const [quantity, pointId] = shareTyped(form);
      const input = { lotId, quantity, waits, ...(pointId && { pointId }) };
      const parts = { id: lotId, quantity };
      const entry = { kind: 'giveShare', subject: `lot:${lotId}`, input, parts } as const;
      const pending = await saveChange({ entry, isShown });
      if (pending) sayPending(pending);
      else showToast('success', m.shareSaved());
    },
    onSettled: () => void lots.invalidate(),
  });
  const takeBack = trpc.farmer.lots.takeBack.useMutation({
    onSuccess: (changed) => lots.get.setData({ lotId }, changed),
  });
  const send = (form: HTMLFormElement | null, waits: boolean) => {
    takeBack.reset();
    if (form && !give.isPending) give.mutate({ form: new FormData(form), waits });
  };

  const mayGive = isOpen || share?.status === 'asked';
  const mayWait = !mayGive && !isKept && isLineOpen(lot, new Date());
  if (!mayGive && !isKept && !mayWait)
    return share ? <p>{shareStatusTexts[share.status]()}</p> : null;
  const isFull = readFailure(give.error).code === 'LOT_LEFT';
  return (
    <Card className="p-4! print:hidden">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(event.currentTarget, !mayGive);
        }}
        noValidate
        className="grid gap-3"
      >
        <h2 className="font-bold text-lg">{m.shareTitle()}</h2>
        {share && isKept && (
          <p>
            {shareStatusTexts[share.status]()} · {amountOf(share.quantity, lot)}
            {share.askedUntil && ` · ${untilText(String(share.askedUntil))}`}
          </p>
        )}
        {(mayGive || mayWait) && (
          <>
            <TextField
              label={m.shareQuantity({ unit: unitLabels[unit]() })}
              hint={m.shareHint({ smallest: amountOf(lot.smallestShare, lot) })}
              inputMode="decimal"
              autoComplete="off"
              name="quantity"
              defaultValue={isKept ? share?.quantity : ''}
            />
            {points.length > 1 && (
              <Field label={m.sharePoint()}>
                {(control) => (
                  <PointSelect
                    {...control}
                    lot={lot}
                    className="input"
                    name="point"
                    defaultValue={isKept ? share?.pointId : ''}
                  />
                )}
              </Field>
            )}
          </>
        )}
        <FormBanner text={lotFailure(takeBack.error ?? give.error)} />
        <div className="flex flex-wrap gap-2">
          {mayGive && (
            <Button type="submit" isBusy={give.isPending}>
              {isKept && share?.status !== 'proposed' ? m.shareChange() : m.shareGive()}
            </Button>
          )}
          {(isFull || mayWait) && (
            <Button
              variant="secondary"
              isBusy={give.isPending}
              onClick={({ currentTarget }) => send(currentTarget.form, true)}
            >
              {m.shareWait()}
            </Button>
          )}
          {isKept && (isOpen || share?.status !== 'given') && (
            <Button
              variant="quiet"
              isBusy={takeBack.isPending}
              onClick={() => takeBack.mutate({ lotId })}
            >
              {m.shareTakeBack()}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

/** For people who have signed up farmers. On paper, members with a share sign. */
export function MemberShares({ lotId }: { lotId: number }) {
  const members = trpc.phone.signedUpFarmers.useQuery().data?.farmers ?? [];
  const enabled = members.length > 0;
  const { data: lot } = trpc.agent.lots.get.useQuery({ lotId }, { enabled });
  const { mutate, isPending, error } = useMutation({ mutationFn: send });
  const shareOf = (id: number) => lot?.shares.find(({ farmId }) => farmId === id);

  async function send(element: HTMLFormElement) {
    const form = new FormData(element);
    const shares = members.flatMap(({ farmerId }) => {
      const share = shareOf(farmerId);
      if (!form.get(`quantity${farmerId}`)) return [];
      const [quantity, pointId = share?.pointId] = shareTyped(form, farmerId);
      const isKept = quantity === share?.quantity && pointId === share.pointId;
      return isKept ? [] : [{ farmerId, quantity, pointId }];
    });
    if (shares.length === 0) element.querySelector('input')?.focus();
    while (shares.length > 0) {
      const input = { lotId, shares: shares.splice(0, PROPOSED_MAX) };
      const subject = `members:${lotId}`;
      const pending = await saveChange({
        entry: { kind: 'proposeShares', subject, input, parts: {} },
      });
      if (pending) sayPending(pending);
    }
  }

  if (!lot) return null;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate(event.currentTarget);
      }}
    >
      <h2 className="font-bold text-lg">{m.membersTitle()}</h2>
      <table className="w-full [&_td:last-child]:w-40 [&_td]:border-line [&_td]:border-y [&_td]:py-2">
        <tbody>
          {members.map(({ farmerId, name }) => (
            <Member key={farmerId} {...{ lot, farmerId, name }} share={shareOf(farmerId)} />
          ))}
        </tbody>
      </table>
      <FormBanner text={lotFailure(error)} />
      {lot.isOpen && (
        <Button type="submit" variant="secondary" isBusy={isPending} className="print:hidden">
          {m.membersSend()}
        </Button>
      )}
      <Button variant="quiet" className="print:hidden" onClick={() => print()}>
        {m.statementPrint()}
      </Button>
    </form>
  );
}

type Member = { lot: ShownLot; farmerId: number; name: string } & {
  share: ShownLot['shares'][number] | undefined;
};

function Member({ lot, farmerId, name, share }: Member) {
  const given = share?.status === 'over' ? undefined : share;
  const point = lot.points.find(({ id }) => id === given?.pointId);
  const amount = given && point && [amountOf(given.quantity, lot), pointText(point)];
  return (
    <tr className={given ? '' : 'print:hidden'}>
      <td>
        {name}
        <p className="text-muted text-sm">
          {[share && statusTexts[share.status](), amount?.join(', ')].filter(Boolean).join(': ')}
        </p>
      </td>
      <td>
        {lot.isOpen && (!given || given.status === 'proposed') && (
          <>
            <input
              className="input print:hidden"
              aria-label={`${name}: ${m.productQuantityLabel()}`}
              inputMode="decimal"
              placeholder={unitLabels[lot.unit]()}
              name={`quantity${farmerId}`}
              defaultValue={given?.quantity}
            />
            {lot.points.length > 1 && (
              <PointSelect
                lot={lot}
                className="input mt-2 print:hidden"
                aria-label={`${name}: ${m.sharePoint()}`}
                name={`point${farmerId}`}
                defaultValue={given?.pointId}
              />
            )}
          </>
        )}
      </td>
    </tr>
  );
}

/** "Your turn" is for the member. */
const statusTexts = { ...shareStatusTexts, asked: shareStatusTexts.waiting, over: m.memberNo };
