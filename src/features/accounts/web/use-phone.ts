import { type RouterOutputs, trpc } from '#web/client/trpc.ts';
import { hasSms } from '#web/shell/site-info.ts';

export type PhoneLine = RouterOutputs['phone']['get'];

export const usePhone = () => trpc.phone.get.useQuery(undefined, { enabled: hasSms() });
