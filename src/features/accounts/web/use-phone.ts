import { hasSms } from '#web/page-frame.tsx';
import { type RouterOutputs, trpc } from '#web/trpc.ts';

export type PhoneLine = RouterOutputs['phone']['get'];

export const usePhone = () => trpc.phone.get.useQuery(undefined, { enabled: hasSms() });
