import {
  changePhoneNumberInput,
  editFarmInput,
  moveFarmInput,
} from '#features/farms/rules/farm-changes.ts';
import { changePhoneNumber } from '#features/farms/server/change-phone-number.ts';
import { editFarm } from '#features/farms/server/edit-farm.ts';
import { getFarmerProfile } from '#features/farms/server/get-farmer-profile.ts';
import { moveFarm } from '#features/farms/server/move-farm.ts';
import { listPaymentsInput, statementInput } from '#features/orders/rules/payment.ts';
import {
  exportPayments,
  getStatement,
  listPayments,
  summarizePayments,
} from '#features/orders/server/farmer-payments.ts';
import { getOverview } from '#features/orders/server/get-overview.ts';
import { listPricesOfFarmer } from '#features/prices/server/list-own-prices.ts';
import { isKnownCrop } from '#features/products/rules/crop-input.ts';
import {
  createProductInput,
  editProductInput,
  listOwnProductsInput,
  productIdInput,
  setQuantitiesInput,
  setQuantityInput,
} from '#features/products/rules/product.ts';
import { createProduct } from '#features/products/server/create-product.ts';
import { deleteProduct, editProduct } from '#features/products/server/edit-product.ts';
import { listOwnProducts } from '#features/products/server/list-own-products.ts';
import { listYesterdaysQuantities } from '#features/products/server/list-yesterdays-quantities.ts';
import { setQuantities, setQuantity } from '#features/products/server/set-quantities.ts';
import { once } from '../once.ts';
import { farmerProcedure, newProductProcedure, router } from '../procedures.ts';
import { farmerOrders } from './orders.ts';

const products = router({
  list: farmerProcedure
    .input(listOwnProductsInput)
    .query(({ ctx, input }) =>
      listOwnProducts(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  /** The quantities that the inventory's "Same as yesterday" sets. */
  yesterday: farmerProcedure.query(({ ctx }) =>
    listYesterdaysQuantities(ctx.db, ctx.farmer.id, ctx.services),
  ),
  create: newProductProcedure
    .input(createProductInput.check(isKnownCrop))
    .mutation(
      once(({ ctx, input }) =>
        createProduct(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
      ),
    ),
  edit: farmerProcedure
    .input(editProductInput.check(isKnownCrop))
    .mutation(({ ctx, input }) =>
      editProduct(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  delete: farmerProcedure
    .input(productIdInput)
    .mutation(({ ctx, input }) =>
      deleteProduct(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  setQuantity: farmerProcedure
    .input(setQuantityInput)
    .mutation(({ ctx, input }) =>
      setQuantity(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  setQuantities: farmerProcedure
    .input(setQuantitiesInput)
    .mutation(({ ctx, input }) =>
      setQuantities(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
});

const payments = router({
  list: farmerProcedure
    .input(listPaymentsInput)
    .query(({ ctx, input }) => listPayments(ctx.db, { ...input, farmerId: ctx.farmer.id })),
  summary: farmerProcedure.query(({ ctx }) =>
    summarizePayments(ctx.db, ctx.farmer.id, ctx.services),
  ),
  statement: farmerProcedure
    .input(statementInput)
    .query(({ ctx, input }) => getStatement(ctx.db, { ...input, farmerId: ctx.farmer.id })),
  export: farmerProcedure
    .input(statementInput)
    .query(({ ctx, input }) => exportPayments(ctx.db, { ...input, farmerId: ctx.farmer.id })),
});

export const farmer = router({
  payments,
  products,
  orders: farmerOrders,
  profile: farmerProcedure.query(({ ctx }) =>
    getFarmerProfile(ctx.db, ctx.farmer.id, ctx.services),
  ),
  overview: farmerProcedure.query(({ ctx }) => getOverview(ctx.db, ctx.farmer.id, ctx.services)),
  /** The farm's prices next to other farms' prices. */
  prices: farmerProcedure.query(({ ctx }) =>
    listPricesOfFarmer(ctx.db, ctx.farmer.id, ctx.services),
  ),
  editFarm: farmerProcedure
    .input(editFarmInput)
    .mutation(({ ctx, input }) =>
      editFarm(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  moveFarm: farmerProcedure
    .input(moveFarmInput)
    .mutation(({ ctx, input }) =>
      moveFarm(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  changePhoneNumber: farmerProcedure
    .input(changePhoneNumberInput)
    .mutation(({ ctx, input }) =>
      changePhoneNumber(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
});
