ALTER TYPE "public"."otp_purpose" ADD VALUE 'verify_phone';--> statement-breakpoint
CREATE TABLE "phone_lines" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"pin_hash" text,
	"pin_tries" integer DEFAULT 0 NOT NULL,
	"pin_locked_until" timestamp with time zone,
	"heard_at" timestamp with time zone,
	"sim_changed_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"waiting" jsonb,
	"waiting_until" timestamp with time zone,
	"listed_products" jsonb
);
--> statement-breakpoint
CREATE TABLE "sms_inbound" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sms_inbound_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"service_id" text NOT NULL,
	"phone_number" text NOT NULL,
	"user_id" integer,
	"text" text,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone,
	CONSTRAINT "sms_inbound_service_id_unique" UNIQUE("service_id")
);
--> statement-breakpoint
CREATE TABLE "sms_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sms_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"phone_number" text NOT NULL,
	"kind" text NOT NULL,
	"text" text,
	"notice_id" integer,
	"importance" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"available_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"service_id" text,
	"parts" integer DEFAULT 0 NOT NULL,
	"cost_cents" integer DEFAULT 0 NOT NULL,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "ussd_sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"phone_number" text NOT NULL,
	"user_id" integer,
	"state" jsonb NOT NULL,
	"typed_hash" text NOT NULL,
	"answer" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "signed_up_by" integer;--> statement-breakpoint
ALTER TABLE "phone_lines" ADD CONSTRAINT "phone_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sms_inbound_phone_number_received_at_index" ON "sms_inbound" USING btree ("phone_number","received_at");--> statement-breakpoint
CREATE INDEX "sms_inbound_user_id_index" ON "sms_inbound" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sms_inbound_received_at_index" ON "sms_inbound" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "sms_messages_waiting" ON "sms_messages" USING btree ("importance","id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "sms_messages_sent" ON "sms_messages" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "sms_messages_service_id_index" ON "sms_messages" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "sms_messages_phone_number_created_at_index" ON "sms_messages" USING btree ("phone_number","created_at");--> statement-breakpoint
CREATE INDEX "sms_messages_created_at_index" ON "sms_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ussd_sessions_phone_number_updated_at_index" ON "ussd_sessions" USING btree ("phone_number","updated_at");--> statement-breakpoint
CREATE INDEX "ussd_sessions_user_id_index" ON "ussd_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ussd_sessions_updated_at_index" ON "ussd_sessions" USING btree ("updated_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_signed_up_by_users_id_fk" FOREIGN KEY ("signed_up_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "users_verified_phone" ON "users" USING btree ("phone_number") WHERE phone_verified_at is not null;--> statement-breakpoint
CREATE INDEX "users_signed_up_by_index" ON "users" USING btree ("signed_up_by");