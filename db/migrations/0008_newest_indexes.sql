DROP INDEX "deals_newest_of_all";--> statement-breakpoint
DROP INDEX "payments_newest";--> statement-breakpoint
DROP INDEX "audit_log_newest";--> statement-breakpoint
DROP INDEX "orders_newest";--> statement-breakpoint
CREATE INDEX "deals_newest_of_all" ON "deals" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");