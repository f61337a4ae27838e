ALTER TABLE "ussd_sessions" DROP CONSTRAINT "ussd_sessions_pkey";--> statement-breakpoint
ALTER TABLE "ussd_sessions" ADD CONSTRAINT "ussd_sessions_session_id_phone_number_pk" PRIMARY KEY("session_id","phone_number");
