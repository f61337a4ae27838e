import { useEffect, useId, useState } from 'react';
import { m } from '#text';
import { onPermissionChange } from '#ui/browser/device.ts';
import { Button, Card, classNames, Skeleton, Spinner } from '#ui/elements.tsx';
import { Badge, Notice, QueryView } from '#ui/feedback.tsx';
import { dateText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { isPushOn, type PushSupport, pushSupport, usePushSwitch } from '#web/push-device.ts';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';

export function PushSettings({ publicKey }: { publicKey: string }) {
  const devices = trpc.push.devices.useQuery();
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="font-bold text-xl">{m.pushSettingsTitle()}</h2>
      <QueryView query={devices} skeleton={<Skeleton className="h-24" />}>
        {(data) => (
          <>
            <ThisBrowser
              publicKey={publicKey}
              isListed={data.devices.some(({ isThis }) => isThis)}
            />
            {data.devices.length > 0 && <DeviceList devices={data.devices} />}
          </>
        )}
      </QueryView>
      <p className="text-muted text-sm">{m.noticeSettingsNight()}</p>
    </Card>
  );
}

const obstacles: Record<Exclude<PushSupport, 'possible'>, () => string> = {
  refused: m.pushRefused,
  needsHomeScreen: m.pushNeedsHomeScreen,
  impossible: m.pushImpossible,
};

function ThisBrowser({ publicKey, isListed }: { publicKey: string; isListed: boolean }) {
  const labelId = useId();
  const [support, setSupport] = useState(pushSupport);
  const { isBusy, switchOn, switchOff } = usePushSwitch();
  // The permission may change in the browser's settings.
  const [, setChanges] = useState(0);
  useEffect(
    () =>
      onPermissionChange('notifications', () => {
        setSupport(pushSupport());
        setChanges((changes) => changes + 1);
      }),
    [],
  );
  if (support !== 'possible') return <Notice type="info">{obstacles[support]()}</Notice>;
  const isOn = isListed && isPushOn();
  const change = async () => {
    if (isBusy) return;
    await (isOn ? switchOff() : switchOn(publicKey));
    setSupport(pushSupport());
  };
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-busy={isBusy || undefined}
      aria-labelledby={labelId}
      onClick={() => void change()}
      className="flex min-h-12 w-full cursor-pointer items-center gap-3 text-left"
    >
      <span className="flex-1">
        <span id={labelId} className="block font-semibold">
          {m.pushThisBrowser()}
        </span>
        <span aria-hidden="true" className="block text-muted text-sm">
          {isOn ? m.pushThisBrowserOn() : m.pushThisBrowserOff()}
        </span>
      </span>
      {isBusy && <Spinner />}
      <span
        aria-hidden="true"
        className={classNames(
          'flex h-8 w-14 shrink-0 items-center rounded-full border-[1.5px] p-0.5 transition-colors',
          isOn ? 'justify-end border-transparent bg-leaf-solid' : 'border-edge bg-line/70',
        )}
      >
        <span className={classNames('size-6 rounded-full', isOn ? 'bg-white' : 'bg-edge')} />
      </span>
    </button>
  );
}

type Device = { id: number; device: string | null; createdAt: string; isThis: boolean };

function DeviceList({ devices }: { devices: readonly Device[] }) {
  const cache = trpc.useUtils().push.devices;
  const removing = trpc.push.removeDevice.useMutation({
    onSuccess: (left) => {
      cache.setData(undefined, left);
      showToast('success', m.pushDeviceRemoved());
    },
    onError: (error) => {
      showToast('error', failureText(error, m.saveFailed()));
      void cache.invalidate();
    },
  });
  return (
    <ul className="divide-y divide-line border-line border-t">
      {devices.map(({ id, device, createdAt, isThis }) => (
        <li key={id} className="flex min-h-16 items-center justify-between gap-x-4 py-2">
          <div className="min-w-0">
            <p className="wrap-anywhere font-semibold">{device || m.sessionUnknownDevice()}</p>
            <p className="text-muted text-sm">{m.pushDeviceSince({ date: dateText(createdAt) })}</p>
          </div>
          {isThis ? (
            <Badge>{m.sessionCurrent()}</Badge>
          ) : (
            <Button
              variant="secondary"
              size="small"
              aria-label={m.pushDeviceRemoveOf({ device: device || m.sessionUnknownDevice() })}
              isBusy={removing.isPending && removing.variables.id === id}
              onClick={() => removing.mutate({ id })}
            >
              {m.cartRemove()}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
