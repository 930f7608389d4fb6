-- An order is a snapshot: nothing of it changes but its status, along the table of core/domain/order-states.ts,
-- and its buyer, who may be forgotten.
create function guard_order() returns trigger language plpgsql as $$
begin
  if row(new.id, new.stripe_payment_intent_id, new.cart_generation, new.total_amount, new.charged_amount,
         new.charged_currency, new.exchange_rate, new.payment_method, new.items, new.created_at)
     is distinct from
     row(old.id, old.stripe_payment_intent_id, old.cart_generation, old.total_amount, old.charged_amount,
         old.charged_currency, old.exchange_rate, old.payment_method, old.items, old.created_at)
     or (new.user_id is distinct from old.user_id and new.user_id is not null) then
    raise exception 'an order does not change' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
       ('pending', 'completed'), ('pending', 'failed'), ('pending', 'refunded'), ('completed', 'refunded')) then
    raise exception 'an order does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger orders_guard before update on orders for each row execute function guard_order();
