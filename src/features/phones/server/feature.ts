import { handledBy } from '#features/notifications/server/handle-messages.ts';
import { handleSms, smsReceived } from './receive-sms.ts';

export const phoneMessages = [handledBy(smsReceived, handleSms)];
