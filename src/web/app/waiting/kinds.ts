import { registerKinds } from '#web/app/queue/kinds.ts';

// Who sends what waits: any page can send anything, also after a reload.
registerKinds({
  setQuantity: () => import('#web/features/inventory/quantity-kind.ts').then(({ quantityKind }) => quantityKind),
  message: () => import('#web/features/messages/queue/send-message.ts').then(({ messageKind }) => messageKind),
});
