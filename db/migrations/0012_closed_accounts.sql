ALTER TABLE "users" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "records_deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_closed_at" ON "users" USING btree ("closed_at") WHERE closed_at is not null and records_deleted_at is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_closed" CHECK ("users"."closed_at" is null or not "users"."is_active");--> statement-breakpoint
-- Accounts that were closed before; the audit log knows of two years. Suspended accounts are inactive too, and not closed.
update users u set closed_at = coalesce((select min(at) from audit_log
    where action = 'privacy.close' and subject = 'user' and subject_id = u.id::text), now())
  where not is_active and not exists (select from account_suspensions where user_id = u.id);
--> statement-breakpoint
-- The items of an order are append-only, except for delete_closed_account.
drop trigger order_items_append_only on order_items;
--> statement-breakpoint
create trigger order_items_append_only before update or truncate on order_items
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger order_items_kept before delete on order_items
  for each statement when (current_setting('bukuri.cleanup', true) is distinct from 'closed_accounts') execute function refuse_change();
--> statement-breakpoint
-- Deletes what was kept of an account that was closed before `closed_before`, which is at least a year ago. What the books
-- need stays: orders and payments by card, without their buyer, and paid periods of memberships. So does what others
-- bought of a business. Where something still refers to the account, its anonymous row stays.
create function delete_closed_account(account uuid, closed_before timestamptz) returns void language plpgsql as $$
begin
  perform from users where id = account and not is_active and records_deleted_at is null
    and closed_at < closed_before and closed_at < now() - interval '1 year' for update;
  if not found then return; end if;
  perform set_config('bukuri.cleanup', 'closed_accounts', true);
  delete from order_items using orders o where o.id = order_id and o.user_id = account and o.payment_method = 'cash';
  perform set_config('bukuri.cleanup', '', true);
  delete from orders where user_id = account and payment_method = 'cash';
  update orders set user_id = null where user_id = account;
  update payments set user_id = null where user_id = account;
  delete from membership_periods where user_id = account and method = 'gift';
  delete from membership_checkouts where user_id = account;
  delete from memberships m where user_id = account and not exists (select from membership_periods where membership_id = m.id);
  delete from deals d where user_id = account and not exists (select from order_items where deal_id = d.id);
  delete from salons s where owner_id = account and not exists (select from order_items where salon_id = s.id)
    and not exists (select from deals where salon_id = s.id);
  begin
    delete from users where id = account;
  exception when foreign_key_violation or restrict_violation then
    update users set records_deleted_at = now() where id = account;
  end;
end
$$;
