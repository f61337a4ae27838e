import * as operations from '#messages/contract.ts';
import * as answers from '#messages/server/answer-offer.ts';
import * as lists from '#messages/server/list-conversations.ts';
import { counterOffer, makeOffer } from '#messages/server/make-offer.ts';
import {
  blockPerson,
  reportConversation,
  unblockPerson,
} from '#messages/server/report-conversation.ts';
import { markRead, sendMessage, startConversation } from '#messages/server/send-message.ts';
import { mutation, query } from '#platform/server/trpc/procedures.ts';

export const conversations = {
  start: mutation(operations.startConversation, startConversation),
  list: query(operations.listConversations, lists.listConversations),
  unread: query(operations.countUnread, lists.countUnread),
  get: query(operations.getConversation, lists.getConversation),
  send: mutation(operations.sendMessage, sendMessage),
  read: mutation(operations.markRead, markRead),
  block: mutation(operations.blockPerson, blockPerson),
  unblock: mutation(operations.unblockPerson, unblockPerson),
  report: mutation(operations.reportConversation, reportConversation, {
    reread: lists.findConversation,
  }),
};

export const offers = {
  make: mutation(operations.makeOffer, makeOffer),
  counter: mutation(operations.counterOffer, counterOffer),
  accept: mutation(operations.acceptOffer, answers.acceptOffer),
  decline: mutation(operations.declineOffer, answers.declineOffer),
  withdraw: mutation(operations.withdrawOffer, answers.withdrawOffer),
  release: mutation(operations.releaseOffer, answers.releaseOffer),
};
