CREATE TABLE "dispute_photos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dispute_photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"content_hash" text NOT NULL,
	"width_pixels" integer NOT NULL,
	"height_pixels" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispute_answer" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispute_answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dispute_photos" ADD CONSTRAINT "dispute_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_photos" ADD CONSTRAINT "dispute_photos_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_photos_order_id_id_index" ON "dispute_photos" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "dispute_photos_buyer_id_index" ON "dispute_photos" USING btree ("buyer_id");--> statement-breakpoint
CREATE INDEX "dispute_photos_content_hash_index" ON "dispute_photos" USING btree ("content_hash");