import { changePhoneNumber } from '#server/modules/farms/change-phone-number.ts';
import { editFarm } from '#server/modules/farms/edit-farm.ts';
import { getFarmerProfile } from '#server/modules/farms/get-farmer-profile.ts';
import { moveFarm } from '#server/modules/farms/move-farm.ts';
import { listPricesOfFarmer } from '#server/modules/prices/list-own-prices.ts';
import { createProduct } from '#server/modules/products/create-product.ts';
import { deleteProduct, editProduct } from '#server/modules/products/edit-product.ts';
import { listOwnProducts } from '#server/modules/products/list-own-products.ts';
import { listYesterdaysQuantities } from '#server/modules/products/list-yesterdays-quantities.ts';
import { setQuantities, setQuantity } from '#server/modules/products/set-quantities.ts';
import { exportPayments, getStatement, listPayments, summarizePayments } from '#server/modules/trade/farmer-payments.ts';
import { getOverview } from '#server/modules/trade/get-overview.ts';
import { once } from '#server/trpc/once.ts';
import { farmerProcedure, newProductProcedure, router } from '#server/trpc/procedures.ts';
import { changePhoneNumberInput, editFarmInput, moveFarmInput } from '#shared/farm-changes.ts';
import { isKnownCrop } from '#shared/products/crop-input.ts';
import {
  createProductInput,
  editProductInput,
  listOwnProductsInput,
  productIdInput,
  setQuantitiesInput,
  setQuantityInput,
} from '#shared/products/product.ts';
import { listPaymentsInput, statementInput } from '#shared/trade/payment.ts';
import { farmerOrders } from './orders.ts';

const products = router({
  list: farmerProcedure
    .input(listOwnProductsInput)
    .query(({ ctx, input }) => listOwnProducts(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  /** What the inventory's "Same as yesterday" sets. */
  yesterday: farmerProcedure.query(({ ctx }) => listYesterdaysQuantities(ctx.db, ctx.farmer.id, ctx.services)),
  create: newProductProcedure
    .input(createProductInput.check(isKnownCrop))
    .mutation(once(({ ctx, input }) => createProduct(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services))),
  edit: farmerProcedure
    .input(editProductInput.check(isKnownCrop))
    .mutation(({ ctx, input }) => editProduct(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  delete: farmerProcedure
    .input(productIdInput)
    .mutation(({ ctx, input }) => deleteProduct(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  setQuantity: farmerProcedure
    .input(setQuantityInput)
    .mutation(({ ctx, input }) => setQuantity(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  setQuantities: farmerProcedure
    .input(setQuantitiesInput)
    .mutation(({ ctx, input }) => setQuantities(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
});

const payments = router({
  list: farmerProcedure
    .input(listPaymentsInput)
    .query(({ ctx, input }) => listPayments(ctx.db, { ...input, farmerId: ctx.farmer.id })),
  summary: farmerProcedure.query(({ ctx }) => summarizePayments(ctx.db, ctx.farmer.id, ctx.services)),
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
  profile: farmerProcedure.query(({ ctx }) => getFarmerProfile(ctx.db, ctx.farmer.id)),
  overview: farmerProcedure.query(({ ctx }) => getOverview(ctx.db, ctx.farmer.id, ctx.services)),
  /** What the farm asks, beside what others ask. */
  prices: farmerProcedure.query(({ ctx }) => listPricesOfFarmer(ctx.db, ctx.farmer.id, ctx.services)),
  editFarm: farmerProcedure
    .input(editFarmInput)
    .mutation(({ ctx, input }) => editFarm(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  moveFarm: farmerProcedure
    .input(moveFarmInput)
    .mutation(({ ctx, input }) => moveFarm(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  changePhoneNumber: farmerProcedure
    .input(changePhoneNumberInput)
    .mutation(({ ctx, input }) => changePhoneNumber(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
});
