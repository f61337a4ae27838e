CREATE TABLE "webhook_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"webhook_id" integer NOT NULL,
	"message_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"sequence" integer,
	"body" text,
	"created_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"last_tried_at" timestamp with time zone,
	"last_status" integer,
	"last_problem" text
);
--> statement-breakpoint
CREATE TABLE "webhook_subjects" (
	"webhook_id" integer NOT NULL,
	"subject" text NOT NULL,
	"sequence" integer NOT NULL,
	"data_hash" text NOT NULL,
	CONSTRAINT "webhook_subjects_webhook_id_subject_pk" PRIMARY KEY("webhook_id","subject")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"url" text NOT NULL,
	"secret_number" integer DEFAULT 1 NOT NULL,
	"former_secret_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"paused_at" timestamp with time zone,
	"last_accepted_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"rests_until" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_subjects" ADD CONSTRAINT "webhook_subjects_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_unsent" ON "webhook_events" USING btree ("webhook_id","subject") WHERE "webhook_events"."body" is null;--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("webhook_id","subject","id") WHERE "webhook_events"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_events_due" ON "webhook_events" USING btree ("webhook_id","due_at") WHERE "webhook_events"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_events_of_webhook" ON "webhook_events" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_events_subject" ON "webhook_events" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "webhook_events_created" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_user_id_index" ON "webhooks" USING btree ("user_id");