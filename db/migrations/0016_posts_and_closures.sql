ALTER TABLE "memberships" DROP CONSTRAINT "memberships_posts";--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_posts" CHECK ("memberships"."posts_used" >= 0);--> statement-breakpoint
-- Append-only, except for forget_business.
drop trigger order_items_append_only on order_items;
--> statement-breakpoint
create trigger order_items_append_only before update or truncate on order_items
  for each statement when (current_setting('bukuri.cleanup', true) is distinct from 'closing') execute function refuse_change();
--> statement-breakpoint
drop trigger audit_log_append_only on audit_log;
--> statement-breakpoint
create trigger audit_log_append_only before update or truncate on audit_log
  for each statement when (current_setting('bukuri.cleanup', true) is distinct from 'closing') execute function refuse_change();
--> statement-breakpoint
-- Part of closing an account: how and where its business is found. What is still to be used keeps its place in the order.
create function forget_business(account uuid) returns void language plpgsql as $$
declare
  contacts constant text[] := '{phone,socialLink,address,distance,businessInfo,businessInfoEn}';
  contact text;
begin
  perform set_config('bukuri.cleanup', 'closing', true);
  update order_items i set address = coalesce(nullif(i.address, ''), s.address), distance = coalesce(i.distance, s.location)
    from salons s, orders o where s.id = i.salon_id and s.owner_id = account and o.id = i.order_id
      and o.user_id is distinct from account and o.status in ('pending', 'completed') and o.use_by > now()
      and (i.address = '' or i.distance is null);
  foreach contact in array contacts loop
    update audit_log set detail = detail #- array['before', contact] #- array['after', contact]
      where subject = 'deal' and subject_id in (select id::text from deals where user_id = account)
        and (detail -> 'before' ? contact or detail -> 'after' ? contact);
  end loop;
  perform set_config('bukuri.cleanup', '', true);
  -- Locked in the order in which orders lock them.
  perform from deals where user_id = account order by id for no key update;
  update deals set phone = null, social_link = null, address = '', distance = null, business_info = null, business_info_en = null
    where user_id = account;
  update salons set nipt = null, phone = null, whatsapp = null, viber = null, instagram = null, about = '', about_en = null,
    address = '', location = null where owner_id = account;
end
$$;
--> statement-breakpoint
select forget_business(id) from users where closed_at is not null;
--> statement-breakpoint
update media_library set tags = '{}' where uploaded_by is null and original_name = '';
