import { mutation, query } from '#server/procedures.ts';
import * as operations from '../contract.ts';
import * as useCases from './manage-webhooks.ts';

export const webhooks = {
  list: query(operations.listWebhooks, useCases.listWebhooks),
  deliveries: query(operations.listDeliveries, useCases.listDeliveries),
  create: mutation(operations.createWebhook, useCases.createWebhook),
  rotate: mutation(operations.rotateWebhook, useCases.rotateWebhook),
  test: mutation(operations.testWebhook, useCases.testWebhook),
  pause: mutation(operations.pauseWebhook, useCases.pauseWebhook),
  resume: mutation(operations.resumeWebhook, useCases.resumeWebhook),
  remove: mutation(operations.removeWebhook, useCases.removeWebhook),
  sendAgain: mutation(operations.sendAgain, useCases.sendAgain),
};
