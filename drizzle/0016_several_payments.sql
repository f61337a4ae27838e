DROP INDEX "payments_one_received";--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_cash" ON "payments" USING btree ("order_id") WHERE method = 'Cash on delivery';