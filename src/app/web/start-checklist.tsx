import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type PhoneLine, usePhone } from '#accounts/web/use-phone.ts';
import { type FarmerProfile, useProfile } from '#farms/web/farmer-data.ts';
import { useOwnProducts } from '#products/web/use-own-products.ts';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import { Button, buttonClass, Card, classNames, Skeleton } from '#ui/elements.tsx';
import type { DashboardSearch } from '#web/dashboard-search.ts';
import { deviceStore } from '#web/storage.ts';

type Item = {
  title: string;
  hint?: string;
  search: DashboardSearch;
  hash?: string;
  takesPhotos?: true;
  isDone: boolean;
  confirm?: { label: string; mark: Mark };
};

export function StartChecklist() {
  const profile = useProfile();
  const products = useOwnProducts();
  const line = usePhone();
  const [marks, mark] = useMarks(profile.data);
  // The list has one more item with SMS.
  if (line.isLoading) return <Skeleton className="h-96" />;
  if (!profile.data || !products.data)
    return profile.isError || products.isError ? null : <Skeleton className="h-96" />;
  const items = itemsOf({
    profile: profile.data,
    hasProduct: products.data.length > 0,
    marks,
    line: line.data,
  });
  const done = items.filter(({ isDone }) => isDone).length;
  if (done === items.length) return null;
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-bold text-xl">{m.startTitle()}</h2>
        <p role="status" className="text-muted">
          {m.startLead({ done, total: items.length })}
        </p>
      </div>
      <ol className="divide-y divide-line">
        {items.map((item) => (
          <ItemRow
            key={item.title}
            item={item}
            isNext={item === items.find(({ isDone }) => !isDone)}
            onConfirm={mark}
          />
        ))}
      </ol>
    </Card>
  );
}

type ItemRowProps = { item: Item; isNext: boolean; onConfirm: (mark: Mark) => void };

function ItemRow({ item, isNext, onConfirm }: ItemRowProps) {
  const { title, hint, search, hash = '', isDone, confirm, takesPhotos } = item;
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <Link
        to="/farmer/dashboard"
        search={search}
        hash={hash}
        state={takesPhotos ? { takesPhotos } : {}}
        activeProps={{}}
        className="flex min-h-11 items-center gap-3 no-underline"
      >
        <Icon className={classNames('size-6 shrink-0', isDone ? 'text-leaf' : 'text-muted')} />
        <span>
          <span
            className={classNames(
              isNext ? buttonClass({ size: 'small' }) : 'block font-semibold',
              isDone && 'text-muted',
              !isDone && !isNext && 'underline underline-offset-4',
            )}
          >
            {title}
          </span>
          {hint && !isDone && <span className="block text-muted text-sm">{hint}</span>}
          <span className="sr-only">{isDone ? m.startDone() : m.startToDo()}</span>
        </span>
      </Link>
      {confirm && !isDone && (
        <Button
          variant="secondary"
          size="small"
          className="ml-9"
          onClick={() => onConfirm(confirm.mark)}
        >
          {confirm.label}
        </Button>
      )}
    </li>
  );
}

type ChecklistFacts = {
  profile: FarmerProfile;
  hasProduct: boolean;
  marks: readonly Mark[];
  line: PhoneLine | undefined;
};

function itemsOf({ profile, hasProduct, marks, line }: ChecklistFacts): Item[] {
  return [
    {
      title: m.startProduct(),
      search: { tab: 'products', product: 'new' },
      takesPhotos: true,
      isDone: hasProduct,
    },
    {
      title: m.startPhoto(),
      search: { tab: 'profile' },
      isDone: profile.profilePhoto !== null,
    },
    {
      title: m.startFee(),
      search: { tab: 'profile', edit: 'farm' },
      isDone: profile.deliveryFee > 0 || marks.includes('freeDelivery'),
      confirm: { label: m.startFeeFree(), mark: 'freeDelivery' },
    },
    line?.isOffered
      ? {
          title: m.phoneVerifyTitle(),
          hint: m.startVerifyHint({ phone: phoneText(profile.phoneNumber) }),
          search: { tab: 'profile' },
          hash: 'phone',
          isDone: line.isVerified,
        }
      : {
          title: m.startPhone(),
          hint: m.startPhoneHint({ phone: phoneText(profile.phoneNumber) }),
          search: { tab: 'profile', edit: 'phone' },
          isDone: marks.includes('phone'),
          confirm: { label: m.startPhoneConfirm(), mark: 'phone' },
        },
  ];
}

/*
 * Free delivery is also the default, and the payout number may be the one from sign-up, so these
 * two answers leave no trace in the farm's data. They are stored on this device, by account id.
 */
const marksShape = z.array(z.enum(['freeDelivery', 'phone']));
type Mark = z.infer<typeof marksShape>[number];

function useMarks(profile: Pick<FarmerProfile, 'id'> | undefined) {
  const key = `start ${profile?.id}`;
  const [added, setAdded] = useState<Mark[]>([]);
  const marks = [...(deviceStore.readAs(key, marksShape) ?? []), ...added];
  const add = (mark: Mark) => {
    setAdded([...added, mark]);
    deviceStore.writeJson(key, [...marks, mark]);
  };
  return [marks, add] as const;
}
