import { setTimeout as pause } from 'node:timers/promises';

export async function atRate(
  perSecond: number,
  seconds: number,
  send: (number: number, dueAt: number) => Promise<void>,
) {
  const startedAt = performance.now();
  const sending: Promise<void>[] = [];
  for (let number = 0; number < seconds * perSecond; number += 1) {
    const dueAt = startedAt + (number * 1000) / perSecond;
    if (dueAt > performance.now()) await pause(dueAt - performance.now());
    sending.push(send(number, dueAt));
  }
  await Promise.all(sending);
}
