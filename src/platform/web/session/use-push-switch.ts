import { useState } from 'react';
import { m } from '#text';
import { failureText } from '../client/failure.ts';
import { trpc } from '../client/trpc.ts';
import { showToast } from '../ui/feedback/show-toast.ts';
import { leavePush, switchPushOn } from './push-device.ts';

export function usePushSwitch() {
  const { client, push } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);

  async function busily<T>(work: () => Promise<T>, failed: () => string): Promise<T | 'failed'> {
    setIsBusy(true);
    try {
      return await work();
    } catch (error) {
      showToast('error', failureText(error, failed()));
      return 'failed';
    } finally {
      setIsBusy(false);
      void push.devices.invalidate();
    }
  }

  async function switchOn(publicKey: string) {
    const outcome = await busily(() => switchPushOn(publicKey), m.pushOnFailed);
    if (outcome === 'on') showToast('success', m.pushSwitchedOn());
    if (outcome === 'refused') showToast('info', m.pushRefusedNow());
    return outcome;
  }

  async function switchOff() {
    const off = async () => {
      const { devices } = await client.push.devices.query();
      const own = devices.find(({ isThis }) => isThis);
      if (own) await client.push.removeDevice.mutate({ id: own.id });
      await leavePush();
      return 'off' as const;
    };
    const outcome = await busily(off, m.pushOffFailed);
    if (outcome === 'off') showToast('success', m.pushSwitchedOff());
    return outcome;
  }

  return { isBusy, switchOn, switchOff };
}
