import { stampOf } from '#platform/server/adapters/daraja/stamp.ts';
import { type Prompt, type SentPayout, saidOf } from './prompts.ts';

/* M-Pesa's callback bodies. */

/** The callback of a push. Amount and receipt are included only if it was paid. */
export function callbackOf(prompt: Prompt, { amount, at }: { amount: number; at: Date }) {
  const {
    merchantRequestId: MerchantRequestID,
    checkoutRequestId: CheckoutRequestID,
    receipt,
    msisdn,
  } = prompt;
  const { resultCode: ResultCode, resultText: ResultDesc } = saidOf(prompt);
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(stampOf(at)) },
    { Name: 'PhoneNumber', Value: Number(msisdn) },
  ];
  const stkCallback = {
    MerchantRequestID,
    CheckoutRequestID,
    ResultCode,
    ResultDesc,
    ...(ResultCode === 0 && { CallbackMetadata: { Item } }),
  };
  return { Body: { stkCallback } };
}

export function payoutResultOf({ isPaid, amount, transactionId, ...ids }: SentPayout) {
  return {
    Result: {
      ResultType: 0,
      ResultCode: isPaid ? 0 : 2040,
      ResultDesc: isPaid
        ? 'The service request is processed successfully.'
        : 'Credit Party customer type cannot be supported.',
      OriginatorConversationID: ids.originatorConversationId,
      ConversationID: ids.conversationId,
      TransactionID: transactionId,
      ...(isPaid && {
        ResultParameters: {
          ResultParameter: [
            { Key: 'TransactionAmount', Value: amount },
            { Key: 'TransactionReceipt', Value: transactionId },
            { Key: 'ReceiverPartyPublicName', Value: `${ids.msisdn} - Demo` },
          ],
        },
      }),
    },
  };
}

/** The result of a query about a payout. The query has its own ids. */
export function statusResultOf(payout: SentPayout | undefined) {
  if (!payout)
    return {
      Result: { ResultType: 0, ResultCode: 2032, ResultDesc: 'The transaction was not found.' },
    };
  return {
    Result: {
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      OriginatorConversationID: `status-${payout.conversationId}`,
      ConversationID: `AG_${payout.conversationId}`,
      TransactionID: payout.transactionId,
      ResultParameters: {
        ResultParameter: [
          { Key: 'TransactionStatus', Value: payout.isPaid ? 'Completed' : 'Failed' },
          { Key: 'ReceiptNo', Value: payout.transactionId },
          { Key: 'Amount', Value: payout.amount },
          { Key: 'DebitPartyName' },
        ],
      },
    },
  };
}
