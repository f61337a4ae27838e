import { registerKinds } from '#web/app/queue/kinds.ts';

const stepKind = (name: keyof typeof import('#web/features/orders/farmer/step-kinds.ts').stepKinds) => () =>
  import('#web/features/orders/farmer/step-kinds.ts').then(({ stepKinds }) => stepKinds[name]);

// Who sends what waits: any page can send anything, also after a reload.
registerKinds({
  setQuantity: () => import('#web/features/inventory/quantity-kind.ts').then(({ quantityKind }) => quantityKind),
  setCart: () => import('#web/features/cart/cart-kind.ts').then(({ cartKind }) => cartKind),
  addToCart: () => import('#web/features/cart/cart-kind.ts').then(({ additionKind }) => additionKind),
  editProduct: () => import('#web/features/products/edit-kind.ts').then(({ editKind }) => editKind),
  newProduct: () => import('#web/features/products/product-kinds.ts').then(({ newProductKind }) => newProductKind),
  editPhotos: () => import('#web/features/products/product-kinds.ts').then(({ editPhotosKind }) => editPhotosKind),
  message: () => import('#web/features/messages/queue/send-message.ts').then(({ messageKind }) => messageKind),
  confirmOrder: stepKind('confirmOrder'),
  rejectOrder: stepKind('rejectOrder'),
  dispatchOrder: stepKind('dispatchOrder'),
  completeOrder: stepKind('completeOrder'),
});
