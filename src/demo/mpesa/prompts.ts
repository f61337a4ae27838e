/** What somebody can do with a prompt, and what M-Pesa says then. */
export const answers = {
  approve: { resultCode: 0, resultText: 'The service request is processed successfully.' },
  cancel: { resultCode: 1032, resultText: 'Request cancelled by user' },
  insufficient: { resultCode: 1, resultText: 'The balance is insufficient for the transaction' },
  wrongPin: { resultCode: 2001, resultText: 'The initiator information is invalid.' },
  /** M-Pesa's own answer, when the same amount is asked of the same phone again too soon. */
  tooSoon: { resultCode: 17, resultText: 'Rule limited.' },
  none: { resultCode: 1037, resultText: 'DS timeout user cannot be reached' },
} as const;
export type PhoneAnswer = keyof typeof answers;

/** M-Pesa's codes for a prompt; several of them mean the same. */
export type Said = { resultCode: number | string; resultText: string };
export const saidOf = ({ answer, says }: Pick<Prompt, 'answer' | 'says'>): Said =>
  says ?? answers[answer ?? 'none'];

export type Prompt = {
  id: number;
  merchantRequestId: string;
  checkoutRequestId: string;
  /** 2547… */
  msisdn: string;
  /** KES, what the phone shows. */
  amount: number;
  reference: string;
  callbackUrl: string;
  rangAt: Date;
  answer: PhoneAnswer | null;
  /** In place of the usual words for this answer. */
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
