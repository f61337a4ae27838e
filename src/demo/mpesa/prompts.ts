/** The user's possible reactions, and M-Pesa's result for each. */
export const answers = {
  approve: { resultCode: 0, resultText: 'The service request is processed successfully.' },
  cancel: { resultCode: 1032, resultText: 'Request cancelled by user' },
  insufficient: { resultCode: 1, resultText: 'The balance is insufficient for the transaction' },
  wrongPin: { resultCode: 2001, resultText: 'The initiator information is invalid.' },
  /** If the same amount is requested from the same phone too soon. */
  tooSoon: { resultCode: 17, resultText: 'Rule limited.' },
  none: { resultCode: 1037, resultText: 'DS timeout user cannot be reached' },
} as const;
export type PhoneAnswer = keyof typeof answers;

/** Several result codes mean the same. */
export type Said = { resultCode: number | string; resultText: string };
export const saidOf = ({ answer, says }: Pick<Prompt, 'answer' | 'says'>): Said =>
  says ?? answers[answer ?? 'none'];

export type Prompt = {
  id: number;
  merchantRequestId: string;
  checkoutRequestId: string;
  /** 2547… */
  msisdn: string;
  amount: number;
  reference: string;
  callbackUrl: string;
  rangAt: Date;
  answer: PhoneAnswer | null;
  /** Overrides the usual result for this answer. */
  says?: Said;
  receipt: string | null;
};

export type SentPayout = {
  originatorConversationId: string;
  conversationId: string;
  transactionId: string;
  msisdn: string;
  amount: number;
  remarks: string;
  resultUrl: string;
  sentAt: Date;
  isPaid: boolean;
};
