CREATE TABLE "upload_parts" (
	"upload_id" integer NOT NULL,
	"start_byte" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "upload_parts_upload_id_start_byte_pk" PRIMARY KEY("upload_id","start_byte")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"farmer_id" integer NOT NULL,
	"idempotency_key" text,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"taken_at" timestamp with time zone,
	"is_taken_at_doubtful" boolean DEFAULT false NOT NULL,
	"length_bytes" integer NOT NULL,
	"received_bytes" integer DEFAULT 0 NOT NULL,
	"photo_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "uploads_received" CHECK (received_bytes between 0 and length_bytes)
);
--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "is_taken_at_doubtful" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "is_taken_at_doubtful" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_key" ON "uploads" USING btree ("farmer_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "uploads_open" ON "uploads" USING btree ("farmer_id") WHERE photo_id is null;--> statement-breakpoint
CREATE INDEX "uploads_photo" ON "uploads" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "uploads_expiring" ON "uploads" USING btree ("expires_at");