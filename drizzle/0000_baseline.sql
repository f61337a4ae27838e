-- Databases that have every migration before this one skip it, because the journal gives it the time of the last of them.
DO $$ BEGIN
  IF to_regclass('public.users') IS NOT NULL THEN
    RAISE EXCEPTION 'This database is older than version 1.0.0: start it once with that version first (the tag v1.0.0)';
  END IF;
END $$;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS citext;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS cube;--> statement-breakpoint
CREATE TYPE "public"."user_language" AS ENUM('en', 'sw');--> statement-breakpoint
CREATE TYPE "public"."user_role" AS ENUM('buyer', 'farmer');--> statement-breakpoint
CREATE TYPE "public"."day_part" AS ENUM('morning', 'afternoon');--> statement-breakpoint
CREATE TYPE "public"."fulfilment" AS ENUM('delivery', 'collection');--> statement-breakpoint
CREATE TYPE "public"."order_actor" AS ENUM('buyer', 'farmer', 'clock', 'operator', 'mpesa');--> statement-breakpoint
CREATE TYPE "public"."order_payment_status" AS ENUM('pending', 'processing', 'paid', 'failed', 'refund_due', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."order_status" AS ENUM('pending', 'confirmed', 'rejected', 'cancelled', 'expired', 'dispatched', 'completed', 'disputed');--> statement-breakpoint
CREATE TYPE "public"."payment_method" AS ENUM('M-Pesa', 'Cash on delivery');--> statement-breakpoint
CREATE TYPE "public"."otp_purpose" AS ENUM('signup', 'login', 'password_reset', 'verify_phone');--> statement-breakpoint
CREATE TYPE "public"."payment_attempt_status" AS ENUM('sending', 'pushed', 'unknown', 'paid', 'failed', 'held');--> statement-breakpoint
CREATE TYPE "public"."payment_state" AS ENUM('received', 'refund_due', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."payout_status" AS ENUM('due', 'sent', 'paid', 'failed', 'unknown', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."product_category" AS ENUM('Cereals', 'Legumes', 'Vegetables', 'Fruits', 'Root Crops', 'Dairy & eggs', 'Other');--> statement-breakpoint
CREATE TYPE "public"."product_unit" AS ENUM('kg', 'bags', 'pieces', 'crates', 'trays', 'litres', 'bunches');--> statement-breakpoint
CREATE TYPE "public"."stock_reason" AS ENUM('listed', 'counted', 'reserved', 'returned', 'sold');--> statement-breakpoint
CREATE TABLE "buyers" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"business_name" text NOT NULL,
	"business_type" text NOT NULL,
	"delivery_address" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signup_proofs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signup_proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" "citext" NOT NULL,
	"token_hash" text NOT NULL,
	"address_hash" text NOT NULL,
	"verified_at" timestamp with time zone NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"replaces_user_id" integer,
	CONSTRAINT "signup_proofs_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" "citext",
	"role" "user_role" NOT NULL,
	"password_hash" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone_number" text NOT NULL,
	"phone_verified_at" timestamp with time zone,
	"signed_up_by" integer,
	"national_id" text,
	"language" "user_language" DEFAULT 'en' NOT NULL,
	"email_verified_at" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"buyer_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"accepted_price_cents" integer NOT NULL,
	"accepted_unit" "product_unit",
	"accepted_net_weight_kg" numeric(9, 3),
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_lines_buyer_id_product_id_pk" PRIMARY KEY("buyer_id","product_id"),
	CONSTRAINT "cart_lines_quantity_positive" CHECK (quantity > 0)
);
--> statement-breakpoint
CREATE TABLE "farms" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"farm_type" text NOT NULL,
	"farm_size" text NOT NULL,
	"county" text NOT NULL,
	"subcounty" text NOT NULL,
	"address_description" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"pin_county" text DEFAULT '' NOT NULL,
	"sphere" "cube" GENERATED ALWAYS AS (cube(array[cos(radians(round(latitude::numeric, 2)::float8)) * cos(radians(round(longitude::numeric, 2)::float8)), cos(radians(round(latitude::numeric, 2)::float8)) * sin(radians(round(longitude::numeric, 2)::float8)), sin(radians(round(latitude::numeric, 2)::float8))])) STORED NOT NULL,
	"coverage_radius_metres" integer NOT NULL,
	"gps_latitude" double precision,
	"gps_longitude" double precision,
	"gps_accuracy_metres" real,
	"gps_taken_at" timestamp with time zone,
	"is_gps_doubtful" boolean DEFAULT false NOT NULL,
	"visited_at" timestamp with time zone,
	"delivery_fee_cents" integer DEFAULT 0 NOT NULL,
	"minimum_order_cents" integer DEFAULT 0 NOT NULL,
	"payouts_held_until" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paying_database" (
	"id" integer PRIMARY KEY NOT NULL,
	"identity" text,
	"written_by" text NOT NULL,
	"pays_out" boolean DEFAULT true NOT NULL,
	"enabled_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paying_database_one_row" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"blocker_id" integer NOT NULL,
	"blocked_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "conversation_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversation_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"reporter_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer,
	"farmer_id" integer,
	"product_id" integer,
	"product_name" text NOT NULL,
	"last_message_id" integer DEFAULT 0 NOT NULL,
	"buyer_read_id" integer DEFAULT 0 NOT NULL,
	"farmer_read_id" integer DEFAULT 0 NOT NULL,
	"buyer_unread" smallint DEFAULT 0 NOT NULL,
	"farmer_unread" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversations_pair" UNIQUE("buyer_id","product_id")
);
--> statement-breakpoint
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
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"sender_id" integer,
	"from_side" text NOT NULL,
	"kind" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"offer_id" integer,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "messages_from_side" CHECK (from_side in ('buyer', 'farmer'))
);
--> statement-breakpoint
CREATE TABLE "price_offers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"buyer_id" integer,
	"product_id" integer,
	"by_side" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"price_cents" integer NOT NULL,
	"product_name" text NOT NULL,
	"unit" "product_unit" NOT NULL,
	"net_weight_kg" numeric(9, 3),
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"held_until" timestamp with time zone,
	"seen_at" timestamp with time zone,
	"order_id" integer,
	CONSTRAINT "price_offers_quantity_positive" CHECK (quantity > 0),
	CONSTRAINT "price_offers_price_positive" CHECK (price_cents > 0),
	CONSTRAINT "price_offers_held" CHECK (status <> 'accepted' or held_until is not null)
);
--> statement-breakpoint
CREATE TABLE "notice_preferences" (
	"user_id" integer NOT NULL,
	"topic" text NOT NULL,
	"channel" text NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "notice_preferences_user_id_topic_channel_pk" PRIMARY KEY("user_id","topic","channel")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"link" text NOT NULL,
	"facts" jsonb NOT NULL,
	"caused_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"mailed_with" integer
);
--> statement-breakpoint
CREATE TABLE "push_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"notice_id" integer NOT NULL,
	"subscription_id" integer NOT NULL,
	"available_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"session_id" integer NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "operator_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"operator" text NOT NULL,
	"action" text NOT NULL,
	"details" jsonb NOT NULL,
	"happened_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute_photos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dispute_photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"content_hash" text NOT NULL,
	"width_pixels" integer NOT NULL,
	"height_pixels" integer NOT NULL,
	"taken_at" timestamp with time zone,
	"is_taken_at_doubtful" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_contacts" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"buyer_phone_number" text,
	"farmer_phone_number" text,
	"farm_name" text,
	"county" text,
	"subcounty" text,
	"address_description" text,
	"latitude" double precision,
	"longitude" double precision
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"actor" "order_actor" NOT NULL,
	"subject" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"reason" text,
	"happened_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone,
	"is_taken_at_doubtful" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"product_id" integer,
	"name" text NOT NULL,
	"unit" "product_unit" NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"price_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	CONSTRAINT "order_lines_quantity_positive" CHECK (quantity > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer,
	"farmer_id" integer,
	"status" "order_status" DEFAULT 'pending' NOT NULL,
	"payment_status" "order_payment_status" DEFAULT 'pending' NOT NULL,
	"payment_method" "payment_method" DEFAULT 'M-Pesa' NOT NULL,
	"fulfilment" "fulfilment" NOT NULL,
	"delivery_address" text,
	"drop_off_latitude" double precision,
	"drop_off_longitude" double precision,
	"distance_metres" double precision,
	"delivery_date" date,
	"wished_day" date,
	"wished_part" "day_part",
	"note" text,
	"subtotal_cents" integer NOT NULL,
	"delivery_fee_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"handover_tries" smallint DEFAULT 0 NOT NULL,
	"reminders_sent" smallint DEFAULT 0 NOT NULL,
	"completed_by_clock" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"dispatched_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"not_collected_at" timestamp with time zone,
	"stock_released_at" timestamp with time zone,
	"dispute_answer" text,
	"dispute_answered_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orders_total_whole_shillings" CHECK (total_cents > 0 and total_cents % 100 = 0),
	CONSTRAINT "orders_wished_part_of_a_day" CHECK (wished_part is null or wished_day is not null)
);
--> statement-breakpoint
CREATE TABLE "code_mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" "citext" NOT NULL,
	"purpose" "otp_purpose" NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "one_time_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" "citext" NOT NULL,
	"purpose" "otp_purpose" NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"asked_from" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"consumed_at" timestamp with time zone,
	"voided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "wrong_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wrong_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" "citext" NOT NULL,
	"purpose" "otp_purpose" NOT NULL,
	"guessed_at" timestamp with time zone NOT NULL,
	"is_from_elsewhere" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"available_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"status" "payment_attempt_status" DEFAULT 'sending' NOT NULL,
	"token_hash" text NOT NULL,
	"phone_number" text,
	"amount_cents" integer NOT NULL,
	"merchant_request_id" text,
	"checkout_request_id" text,
	"result_code" text,
	"result_text" text,
	"requested_at" timestamp with time zone NOT NULL,
	"ask_again_at" timestamp with time zone NOT NULL,
	"push_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payment_attempts_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "payment_attempts_checkout_request_id_unique" UNIQUE("checkout_request_id")
);
--> statement-breakpoint
CREATE TABLE "payment_callbacks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_callbacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"attempt_id" integer,
	"method" "payment_method" NOT NULL,
	"state" "payment_state" NOT NULL,
	"amount_cents" integer NOT NULL,
	"receipt" text,
	"received_at" timestamp with time zone NOT NULL,
	"refund_receipt" text,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "payments_attempt_id_unique" UNIQUE("attempt_id"),
	CONSTRAINT "payments_receipt_unique" UNIQUE("receipt"),
	CONSTRAINT "payments_refund_receipt_unique" UNIQUE("refund_receipt"),
	CONSTRAINT "payments_amount_positive" CHECK (amount_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "payout_tries" (
	"originator_conversation_id" text PRIMARY KEY NOT NULL,
	"payout_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"status_token_hash" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_tries_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "payout_tries_status_token_hash_unique" UNIQUE("status_token_hash")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"farmer_id" integer,
	"status" "payout_status" DEFAULT 'due' NOT NULL,
	"amount_cents" integer NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"sent_with_id" integer,
	"originator_conversation_id" text,
	"token_hash" text,
	"status_token_hash" text,
	"phone_number" text,
	"receipt" text,
	"result_code" text,
	"result_text" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"ask_again_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payouts_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "payouts_originator_conversation_id_unique" UNIQUE("originator_conversation_id"),
	CONSTRAINT "payouts_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "payouts_status_token_hash_unique" UNIQUE("status_token_hash"),
	CONSTRAINT "payouts_receipt_unique" UNIQUE("receipt")
);
--> statement-breakpoint
CREATE TABLE "geocoder_cache" (
	"key" text PRIMARY KEY NOT NULL,
	"answer" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "geocoder_slots" (
	"id" integer PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"crop" text NOT NULL,
	"county" text NOT NULL,
	"below_kes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"told_on" date,
	"told_kes" integer
);
--> statement-breakpoint
CREATE TABLE "price_cells" (
	"crop" text NOT NULL,
	"period" text NOT NULL,
	"county" text NOT NULL,
	"kind" text NOT NULL,
	"first_day" date NOT NULL,
	"median_kes" integer NOT NULL,
	"low_kes" integer NOT NULL,
	"high_kes" integer NOT NULL,
	"farms" integer NOT NULL,
	"buyers" integer NOT NULL,
	"orders" integer NOT NULL,
	"observations" integer NOT NULL,
	"is_shown" boolean NOT NULL,
	CONSTRAINT "price_cells_crop_period_county_kind_first_day_pk" PRIMARY KEY("crop","period","county","kind","first_day")
);
--> statement-breakpoint
CREATE TABLE "price_observations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_observations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"crop" text NOT NULL,
	"county" text NOT NULL,
	"day" date NOT NULL,
	"price_per_kg_cents" integer NOT NULL,
	"quantity_kg" numeric(16, 3) NOT NULL,
	"farm_id" integer NOT NULL,
	"product_id" integer,
	"buyer_id" integer,
	"order_id" integer,
	"order_line_id" integer,
	"is_related" boolean DEFAULT false NOT NULL,
	"is_proven" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_rounds" (
	"id" integer PRIMARY KEY NOT NULL,
	"observed_day" date,
	"rolled_up_at" timestamp with time zone,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reference_prices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reference_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"crop" text NOT NULL,
	"commodity" text NOT NULL,
	"market" text NOT NULL,
	"county" text NOT NULL,
	"day" date NOT NULL,
	"wholesale_cents" integer,
	"retail_cents" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"farmer_id" integer NOT NULL,
	"content_hash" text NOT NULL,
	"width_pixels" integer NOT NULL,
	"height_pixels" integer NOT NULL,
	"colour" text NOT NULL,
	"product_id" integer,
	"place" smallint DEFAULT 0 NOT NULL,
	"is_profile" boolean DEFAULT false NOT NULL,
	"stored_bytes" integer DEFAULT 0 NOT NULL,
	"replaced_at" timestamp with time zone,
	"state" text DEFAULT 'ready' NOT NULL,
	"encodings_begun" smallint DEFAULT 0 NOT NULL,
	"taken_at" timestamp with time zone,
	"is_taken_at_doubtful" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "photos_state" CHECK (state in ('ready', 'waiting', 'unreadable'))
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"farmer_id" integer NOT NULL,
	"name" text NOT NULL,
	"category" "product_category" NOT NULL,
	"crop" text,
	"is_crop_decided" boolean DEFAULT false NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"is_in_stock" boolean GENERATED ALWAYS AS (quantity > 0) STORED NOT NULL,
	"unit" "product_unit" NOT NULL,
	"price_cents" integer NOT NULL,
	"net_weight_kg" numeric(9, 3),
	"price_per_kg_cents" integer,
	"is_organic" boolean DEFAULT false NOT NULL,
	"low_stock_below" numeric(12, 2),
	"harvest_date" date,
	"expiry_date" date,
	"status" text DEFAULT 'available' NOT NULL,
	"captured_metres_from_farm" double precision,
	"captured_accuracy_metres" double precision,
	"captured_position_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"listing_round" integer DEFAULT 0 NOT NULL,
	"buyer_category" text GENERATED ALWAYS AS (case category when 'Vegetables' then 'vegetables' when 'Root Crops' then 'vegetables' when 'Fruits' then 'fruits' when 'Cereals' then 'grains' when 'Legumes' then 'grains' when 'Dairy & eggs' then 'dairy' when 'Other' then 'other' end) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || E'\n' || description)) STORED NOT NULL,
	CONSTRAINT "products_quantity_not_negative" CHECK (quantity >= 0),
	CONSTRAINT "products_price_positive" CHECK (price_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"change" numeric(12, 2) NOT NULL,
	"unit" "product_unit",
	"reason" "stock_reason" NOT NULL,
	"moved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "checkouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkouts_buyer_id_idempotency_key_unique" UNIQUE("buyer_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "rate_limit_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "buyer_ratings" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"buyer_id" integer NOT NULL,
	"farmer_id" integer,
	"rating" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "buyer_ratings_rating" CHECK (rating between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"farmer_id" integer,
	"rating" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"answer" text,
	"is_counted" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "reviews_rating" CHECK (rating between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"token_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"first_login_at" timestamp with time zone NOT NULL,
	"last_login_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_token_hash_user_id_pk" PRIMARY KEY("token_hash","user_id")
);
--> statement-breakpoint
CREATE TABLE "login_passes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"passed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"session_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"is_remembered" boolean NOT NULL,
	"is_by_email" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"idle_ends_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "phone_lines" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"pin_hash" text,
	"pin_tries" integer DEFAULT 0 NOT NULL,
	"pin_locked_until" timestamp with time zone,
	"heard_at" timestamp with time zone,
	"sim_changed_at" timestamp with time zone,
	"number_changed_at" timestamp with time zone,
	"released_number" text,
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
	"tried_at" timestamp with time zone,
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
	"session_id" text NOT NULL,
	"phone_number" text NOT NULL,
	"user_id" integer,
	"state" jsonb NOT NULL,
	"typed_hash" text NOT NULL,
	"answer" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ussd_sessions_session_id_phone_number_pk" PRIMARY KEY("session_id","phone_number")
);
--> statement-breakpoint
CREATE TABLE "upload_parts" (
	"upload_id" integer NOT NULL,
	"start_byte" integer NOT NULL,
	"storage_key" text,
	"bytes" "bytea",
	CONSTRAINT "upload_parts_upload_id_start_byte_pk" PRIMARY KEY("upload_id","start_byte"),
	CONSTRAINT "upload_parts_place" CHECK ((storage_key is null) <> (bytes is null))
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
ALTER TABLE "buyers" ADD CONSTRAINT "buyers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_proofs" ADD CONSTRAINT "signup_proofs_replaces_user_id_users_id_fk" FOREIGN KEY ("replaces_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_signed_up_by_users_id_fk" FOREIGN KEY ("signed_up_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "farms" ADD CONSTRAINT "farms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_reports" ADD CONSTRAINT "conversation_reports_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_reports" ADD CONSTRAINT "conversation_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_media" ADD CONSTRAINT "message_media_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_media" ADD CONSTRAINT "message_media_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_offer_id_price_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."price_offers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_offers" ADD CONSTRAINT "price_offers_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_offers" ADD CONSTRAINT "price_offers_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_offers" ADD CONSTRAINT "price_offers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_offers" ADD CONSTRAINT "price_offers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_photos" ADD CONSTRAINT "dispute_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_photos" ADD CONSTRAINT "dispute_photos_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_contacts" ADD CONSTRAINT "order_contacts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_tries" ADD CONSTRAINT "payout_tries_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_sent_with_id_payouts_id_fk" FOREIGN KEY ("sent_with_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_alerts" ADD CONSTRAINT "price_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_farmer_id_farms_user_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."farms"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_farmer_id_farms_user_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."farms"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_ratings" ADD CONSTRAINT "buyer_ratings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_ratings" ADD CONSTRAINT "buyer_ratings_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_ratings" ADD CONSTRAINT "buyer_ratings_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_passes" ADD CONSTRAINT "login_passes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_links" ADD CONSTRAINT "phone_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_links" ADD CONSTRAINT "phone_links_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_lines" ADD CONSTRAINT "phone_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signup_proofs_email_index" ON "signup_proofs" USING btree ("email");--> statement-breakpoint
CREATE INDEX "signup_proofs_replaces_user_id_index" ON "signup_proofs" USING btree ("replaces_user_id");--> statement-breakpoint
CREATE INDEX "users_unverified" ON "users" USING btree ("created_at") WHERE email_verified_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_verified_phone" ON "users" USING btree ("phone_number") WHERE phone_verified_at is not null;--> statement-breakpoint
CREATE INDEX "users_signed_up_by_index" ON "users" USING btree ("signed_up_by");--> statement-breakpoint
CREATE INDEX "cart_lines_product_id_index" ON "cart_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "farms_name" ON "farms" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "farms_sphere" ON "farms" USING gist ("sphere");--> statement-breakpoint
CREATE INDEX "farms_county" ON "farms" USING btree ("county");--> statement-breakpoint
CREATE INDEX "farms_pin_county" ON "farms" USING btree ("pin_county");--> statement-breakpoint
CREATE INDEX "farms_gps" ON "farms" USING btree ("gps_latitude","gps_longitude");--> statement-breakpoint
CREATE INDEX "blocks_blocked" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "conversation_reports_conversation" ON "conversation_reports" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_reports_reporter" ON "conversation_reports" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_reports_open" ON "conversation_reports" USING btree ("conversation_id","reporter_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "conversation_reports_waiting" ON "conversation_reports" USING btree ("id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "conversations_begun" ON "conversations" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "conversations_buyer" ON "conversations" USING btree ("buyer_id","last_message_id");--> statement-breakpoint
CREATE INDEX "conversations_farmer" ON "conversations" USING btree ("farmer_id","last_message_id");--> statement-breakpoint
CREATE INDEX "conversations_product" ON "conversations" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "conversations_buyer_unread" ON "conversations" USING btree ("buyer_id") WHERE buyer_unread > 0;--> statement-breakpoint
CREATE INDEX "conversations_farmer_unread" ON "conversations" USING btree ("farmer_id") WHERE farmer_unread > 0;--> statement-breakpoint
CREATE INDEX "message_media_message" ON "message_media" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "message_media_sender" ON "message_media" USING btree ("sender_id","created_at");--> statement-breakpoint
CREATE INDEX "message_media_content" ON "message_media" USING btree ("content_hash");--> statement-breakpoint
CREATE INDEX "message_media_unsent" ON "message_media" USING btree ("created_at") WHERE message_id is null;--> statement-breakpoint
CREATE INDEX "messages_conversation" ON "messages" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sender_id","id");--> statement-breakpoint
CREATE INDEX "messages_offer" ON "messages" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin (to_tsvector('simple', text));--> statement-breakpoint
CREATE UNIQUE INDEX "price_offers_open" ON "price_offers" USING btree ("conversation_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "price_offers_conversation" ON "price_offers" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "price_offers_buyer" ON "price_offers" USING btree ("buyer_id","status");--> statement-breakpoint
CREATE INDEX "price_offers_product" ON "price_offers" USING btree ("product_id","status");--> statement-breakpoint
CREATE INDEX "price_offers_order" ON "price_offers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "price_offers_expiring" ON "price_offers" USING btree ("expires_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "price_offers_held_until" ON "price_offers" USING btree ("held_until") WHERE status = 'accepted';--> statement-breakpoint
CREATE INDEX "notices_inbox" ON "notices" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id","subject") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_messages_due" ON "push_messages" USING btree ("available_at","id");--> statement-breakpoint
CREATE INDEX "push_messages_expires_at_index" ON "push_messages" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_index" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session_id_index" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_renewed_at_index" ON "push_subscriptions" USING btree ("renewed_at");--> statement-breakpoint
CREATE INDEX "dispute_photos_order_id_id_index" ON "dispute_photos" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "dispute_photos_buyer_id_index" ON "dispute_photos" USING btree ("buyer_id");--> statement-breakpoint
CREATE INDEX "dispute_photos_content_hash_index" ON "dispute_photos" USING btree ("content_hash");--> statement-breakpoint
CREATE INDEX "order_events_order_id_id_index" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_lines_order_id_id_index" ON "order_lines" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_lines_product_id_index" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_buyer" ON "orders" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "orders_farmer" ON "orders" USING btree ("farmer_id","id");--> statement-breakpoint
CREATE INDEX "orders_farmer_status" ON "orders" USING btree ("farmer_id","status","id");--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_confirmed" ON "orders" USING btree ("confirmed_at") WHERE status = 'confirmed';--> statement-breakpoint
CREATE INDEX "orders_dispatched" ON "orders" USING btree ("dispatched_at") WHERE status = 'dispatched';--> statement-breakpoint
CREATE INDEX "code_mails_email_requested_at_index" ON "code_mails" USING btree ("email","requested_at");--> statement-breakpoint
CREATE INDEX "code_mails_requested_at_index" ON "code_mails" USING btree ("requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_codes_live" ON "one_time_codes" USING btree ("email","purpose") WHERE consumed_at is null and voided_at is null;--> statement-breakpoint
CREATE INDEX "one_time_codes_expires_at_index" ON "one_time_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "wrong_codes_email_purpose_guessed_at_index" ON "wrong_codes" USING btree ("email","purpose","guessed_at");--> statement-breakpoint
CREATE INDEX "wrong_codes_guessed_at_index" ON "wrong_codes" USING btree ("guessed_at");--> statement-breakpoint
CREATE INDEX "outbox_messages_available_at_index" ON "outbox_messages" USING btree ("available_at");--> statement-breakpoint
CREATE INDEX "outbox_messages_kind_available_at_index" ON "outbox_messages" USING btree ("kind","available_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_phone" ON "payment_attempts" USING btree ("phone_number","requested_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_waiting" ON "payment_attempts" USING btree ("push_at") WHERE push_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("order_id") WHERE status in ('sending', 'pushed', 'unknown');--> statement-breakpoint
CREATE INDEX "payment_attempts_order" ON "payment_attempts" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "payment_attempts_open" ON "payment_attempts" USING btree ("ask_again_at") WHERE status in ('sending', 'pushed', 'unknown');--> statement-breakpoint
CREATE INDEX "payment_callbacks_token_hash_index" ON "payment_callbacks" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "payment_callbacks_received_at_index" ON "payment_callbacks" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_received" ON "payments" USING btree ("order_id") WHERE state = 'received';--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "payments_refund_due" ON "payments" USING btree ("id") WHERE state = 'refund_due';--> statement-breakpoint
CREATE INDEX "payout_tries_payout" ON "payout_tries" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "payouts_farmer" ON "payouts" USING btree ("farmer_id","id");--> statement-breakpoint
CREATE INDEX "payouts_sent_with" ON "payouts" USING btree ("sent_with_id") WHERE sent_with_id is not null;--> statement-breakpoint
CREATE INDEX "payouts_due" ON "payouts" USING btree ("held_until") WHERE status = 'due';--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("ask_again_at") WHERE status in ('sent', 'unknown');--> statement-breakpoint
CREATE INDEX "geocoder_cache_expires_at_index" ON "geocoder_cache" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "price_alerts_one" ON "price_alerts" USING btree ("user_id","crop","county");--> statement-breakpoint
CREATE INDEX "price_cells_country" ON "price_cells" USING btree ("kind","first_day","crop") WHERE is_shown and period = 'week' and county = '';--> statement-breakpoint
CREATE INDEX "price_observations_crop" ON "price_observations" USING btree ("kind","crop","day");--> statement-breakpoint
CREATE INDEX "price_observations_created" ON "price_observations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "price_observations_product" ON "price_observations" USING btree ("product_id","day") WHERE kind = 'asked';--> statement-breakpoint
CREATE UNIQUE INDEX "price_observations_order_line" ON "price_observations" USING btree ("order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reference_prices_line" ON "reference_prices" USING btree ("source","county","market","commodity","day");--> statement-breakpoint
CREATE INDEX "reference_prices_crop" ON "reference_prices" USING btree ("crop","day");--> statement-breakpoint
CREATE INDEX "photos_waiting" ON "photos" USING btree ("farmer_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "photos_product_id_place_index" ON "photos" USING btree ("product_id","place");--> statement-breakpoint
CREATE INDEX "photos_farmer_id_index" ON "photos" USING btree ("farmer_id");--> statement-breakpoint
CREATE INDEX "photos_unused" ON "photos" USING btree ("farmer_id") WHERE product_id is null and not is_profile;--> statement-breakpoint
CREATE INDEX "photos_content_hash_index" ON "photos" USING btree ("content_hash");--> statement-breakpoint
CREATE INDEX "photos_unattached" ON "photos" USING btree ("created_at") WHERE product_id is null and not is_profile;--> statement-breakpoint
CREATE INDEX "products_farmer" ON "products" USING btree ("farmer_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_listed" ON "products" USING btree ("farmer_id","created_at");--> statement-breakpoint
CREATE INDEX "products_offered_round" ON "products" USING btree ("listing_round","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_category_round" ON "products" USING btree ("buyer_category","listing_round","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_newest" ON "products" USING btree ("id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_category" ON "products" USING btree ("buyer_category","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_price" ON "products" USING btree ("price_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_price_per_kg" ON "products" USING btree ("price_per_kg_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_category_price" ON "products" USING btree ("buyer_category","price_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_category_price_per_kg" ON "products" USING btree ("buyer_category","price_per_kg_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_farmer" ON "products" USING btree ("farmer_id","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_crop_price" ON "products" USING btree ("crop","price_per_kg_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_crop_undecided" ON "products" USING btree ("id") WHERE not is_crop_decided;--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin (search_text gin_trgm_ops) WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "stock_movements_product_id_id_index" ON "stock_movements" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "checkouts_created_at_index" ON "checkouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_limit_counters_expire_index" ON "rate_limit_counters" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "rate_limit_counters_prefix" ON "rate_limit_counters" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "buyer_ratings_buyer" ON "buyer_ratings" USING btree ("buyer_id");--> statement-breakpoint
CREATE INDEX "buyer_ratings_farmer" ON "buyer_ratings" USING btree ("farmer_id");--> statement-breakpoint
CREATE INDEX "reviews_farmer" ON "reviews" USING btree ("farmer_id","order_id");--> statement-breakpoint
CREATE INDEX "known_devices_user_id_index" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_devices_last_login_at_index" ON "known_devices" USING btree ("last_login_at");--> statement-breakpoint
CREATE INDEX "phone_links_user_id_index" ON "phone_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "phone_links_session_id_index" ON "phone_links" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "phone_links_expires_at_index" ON "phone_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_ends_at_index" ON "sessions" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "phone_lines_waiting" ON "phone_lines" USING btree ("waiting_until") WHERE waiting is not null;--> statement-breakpoint
CREATE INDEX "phone_lines_released" ON "phone_lines" USING btree ("user_id") WHERE released_number is not null;--> statement-breakpoint
CREATE INDEX "sms_inbound_phone_number_received_at_index" ON "sms_inbound" USING btree ("phone_number","received_at");--> statement-breakpoint
CREATE INDEX "sms_inbound_user_id_index" ON "sms_inbound" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sms_inbound_received_at_index" ON "sms_inbound" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "sms_inbound_texts" ON "sms_inbound" USING btree ("received_at") WHERE text is not null;--> statement-breakpoint
CREATE INDEX "sms_messages_waiting" ON "sms_messages" USING btree ("importance","id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "sms_messages_sent" ON "sms_messages" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "sms_messages_service_id_index" ON "sms_messages" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "sms_messages_phone_number_created_at_index" ON "sms_messages" USING btree ("phone_number","created_at");--> statement-breakpoint
CREATE INDEX "sms_messages_created_at_index" ON "sms_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ussd_sessions_phone_number_updated_at_index" ON "ussd_sessions" USING btree ("phone_number","updated_at");--> statement-breakpoint
CREATE INDEX "ussd_sessions_user_id_index" ON "ussd_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ussd_sessions_updated_at_index" ON "ussd_sessions" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_key" ON "uploads" USING btree ("farmer_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "uploads_open" ON "uploads" USING btree ("farmer_id") WHERE photo_id is null;--> statement-breakpoint
CREATE INDEX "uploads_photo" ON "uploads" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "uploads_expiring" ON "uploads" USING btree ("expires_at");--> statement-breakpoint
-- An order changes how much there is of a product. With room left in the page, PostgreSQL writes the new row without touching the indexes.
ALTER TABLE "products" SET (fillfactor = 90);--> statement-breakpoint
-- Tells every process that the catalogue has changed: 'stock' if only a quantity has, 'all' otherwise. Of equal notifications in one
-- transaction PostgreSQL sends one.
CREATE FUNCTION announce_product_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.quantity > 0) = (NEW.quantity > 0) THEN
    OLD.quantity := NEW.quantity;
    OLD.updated_at := NEW.updated_at;
    IF OLD IS NOT DISTINCT FROM NEW THEN
      PERFORM pg_notify('catalogue', 'stock');
      RETURN NULL;
    END IF;
  END IF;
  PERFORM pg_notify('catalogue', 'all');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION announce_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'all');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_announced AFTER INSERT OR UPDATE OR DELETE ON products FOR EACH ROW EXECUTE FUNCTION announce_product_change();
--> statement-breakpoint
CREATE TRIGGER farms_announced AFTER INSERT OR UPDATE OR DELETE ON farms FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER photos_announced AFTER UPDATE OR DELETE ON photos FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
--> statement-breakpoint
-- Buyers are not in the catalogue. A suspended farmer's page must leave the cache even if nothing of theirs is offered.
CREATE TRIGGER users_announced AFTER UPDATE OF first_name, suspended_at ON users FOR EACH ROW
  WHEN (NEW.role = 'farmer' AND (OLD.first_name, OLD.suspended_at) IS DISTINCT FROM (NEW.first_name, NEW.suspended_at))
  EXECUTE FUNCTION announce_catalogue_change();
