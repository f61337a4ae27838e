import { useMutation } from '@tanstack/react-query';
import { parseDecimal } from '#platform/rules/decimal.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { saveChange, sayPending } from '#platform/web/offline/lazy-queue.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { m } from '#text';
import { PROPOSED_MAX, pointText } from '../rules/lot.ts';
import { PointOptions } from './share-form.tsx';
import { amountOf, lotFailure, type ShownLot, shareStatusTexts } from './use-lots.ts';

/** For people who have signed up farmers. On paper, members with a share sign. */
export function MemberShares({ lotId }: { lotId: number }) {
  const members = trpc.phone.signedUpFarmers.useQuery().data?.farmers ?? [];
  const enabled = members.length > 0;
  const { data: lot } = trpc.agent.lots.get.useQuery({ lotId }, { enabled });
  const { mutate, isPending, error } = useMutation({ mutationFn: send });
  const shareOf = (id: number) => lot?.shares.find(({ farmId }) => farmId === id);

  async function send(form: FormData) {
    const shares = members.flatMap(({ farmerId }) => {
      const share = shareOf(farmerId);
      const text = String(form.get(`${farmerId}`) ?? '');
      const quantity = parseDecimal(text) ?? 0;
      const pointId = Number(form.get(`point ${farmerId}`)) || share?.pointId;
      const isKept = quantity === share?.quantity && pointId === share.pointId;
      return text === '' || isKept ? [] : [{ farmerId, quantity, pointId }];
    });
    while (shares.length > 0) {
      const input = { lotId, shares: shares.splice(0, PROPOSED_MAX) };
      const entry = {
        kind: 'proposeShares',
        subject: `members:${lotId}`,
        input,
        parts: {},
      } as const;
      const pending = await saveChange({ entry });
      if (pending) sayPending(pending);
    }
  }

  if (!lot) return null;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate(new FormData(event.currentTarget));
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
              name={`${farmerId}`}
              defaultValue={given?.quantity}
            />
            {lot.points.length > 1 && (
              <select
                className="input mt-2 print:hidden"
                aria-label={`${name}: ${m.sharePoint()}`}
                name={`point ${farmerId}`}
                defaultValue={given?.pointId}
              >
                <PointOptions lot={lot} />
              </select>
            )}
          </>
        )}
      </td>
    </tr>
  );
}

/** "Your turn" is for the member. */
const statusTexts = { ...shareStatusTexts, asked: shareStatusTexts.waiting, over: m.memberNo };
