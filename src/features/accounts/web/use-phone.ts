import { type RouterOutputs, trpc } from '#platform/web/client/trpc.ts';
import { hasSms } from '#platform/web/shell/site-info.ts';

export type PhoneLine = RouterOutputs['phone']['get'];

export const usePhone = () => trpc.phone.get.useQuery(undefined, { enabled: hasSms() });
