DROP INDEX "outbox_messages_available_at_index";--> statement-breakpoint
DROP INDEX "outbox_messages_kind_available_at_index";--> statement-breakpoint
CREATE INDEX "outbox_messages_due" ON "outbox_messages" USING btree ("kind","available_at","id");