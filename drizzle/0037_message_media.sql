CREATE TABLE "message_media" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" integer,
	"sender_id" integer NOT NULL,
	"content_hash" text NOT NULL,
	"content_type" text NOT NULL,
	"stored_bytes" integer NOT NULL,
	"width_pixels" integer,
	"height_pixels" integer,
	"seconds" smallint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_media_seconds" CHECK (seconds between 1 and 60),
	CONSTRAINT "message_media_kind" CHECK ((seconds is null) = (width_pixels is not null and height_pixels is not null))
);
--> statement-breakpoint
ALTER TABLE "message_media" ADD CONSTRAINT "message_media_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_media" ADD CONSTRAINT "message_media_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_media_message" ON "message_media" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "message_media_sender" ON "message_media" USING btree ("sender_id","created_at");--> statement-breakpoint
CREATE INDEX "message_media_content" ON "message_media" USING btree ("content_hash");--> statement-breakpoint
CREATE INDEX "message_media_unsent" ON "message_media" USING btree ("created_at") WHERE message_id is null;