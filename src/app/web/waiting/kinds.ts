import { registerKinds } from '#platform/web/offline/kinds.ts';

const stepKind =
  (name: keyof typeof import('#features/orders/web/farmer/step-kinds.ts').stepKinds) => () =>
    import('#features/orders/web/farmer/step-kinds.ts').then(({ stepKinds }) => stepKinds[name]);

// Registers every kind of pending change, so that any page can send all of them, also after a
// reload.
registerKinds({
  setQuantity: () =>
    import('#features/products/web/inventory/quantity-kind.ts').then(
      ({ quantityKind }) => quantityKind,
    ),
  setCart: () => import('#features/orders/web/cart/cart-kind.ts').then(({ cartKind }) => cartKind),
  addToCart: () =>
    import('#features/orders/web/cart/cart-kind.ts').then(({ additionKind }) => additionKind),
  editProduct: () =>
    import('#features/products/web/own/edit-kind.ts').then(({ editKind }) => editKind),
  newProduct: () =>
    import('#features/products/web/own/product-kinds.ts').then(
      ({ newProductKind }) => newProductKind,
    ),
  editPhotos: () =>
    import('#features/products/web/own/product-kinds.ts').then(
      ({ editPhotosKind }) => editPhotosKind,
    ),
  message: () =>
    import('#features/messages/web/queue/send-message.ts').then(({ messageKind }) => messageKind),
  confirmOrder: stepKind('confirmOrder'),
  rejectOrder: stepKind('rejectOrder'),
  dispatchOrder: stepKind('dispatchOrder'),
  completeOrder: stepKind('completeOrder'),
});
