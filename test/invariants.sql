-- What is true of every database at rest. Each query names one truth and answers the rows that break it: none.

-- name: an order's total is the sum of its items, of which there is at least one
select o.id from orders o
where o.total_amount is distinct from (select sum(price * quantity) from order_items i where i.order_id = o.id);

-- name: an order's items stand in the order of the cart, from 1
select order_id from order_items group by order_id having max(position) <> count(*);

-- name: an order item has the discount that its prices make
select i.order_id from order_items i
where i.discount <> coalesce(round((i.original_price - i.price) * 100 / i.original_price), 0)
 ;

-- name: one order per version of a cart, and the current version has none
select cart_version from orders group by cart_version having count(*) > 1
union all
select c.version from carts c join orders o on o.cart_version = c.version;

-- name: a closed cart names the order that closed it
select c.user_id from carts c left join orders o on o.id = c.last_order_id and o.user_id = c.user_id
where (c.closed_at is null) <> (c.last_order_id is null) or (c.last_order_id is not null and o.id is null);

-- name: nothing touched a cart after it was closed unless something was put in or taken out since
select c.user_id from carts c
where c.touched_at <= c.closed_at
  and exists (select 1 from cart_items i where i.user_id = c.user_id and i.removed_at is null);

-- name: one line per deal and person, 1 to 99 units, 50 lines at most
select user_id from cart_items where removed_at is null
group by user_id having count(*) > 50 or count(*) <> count(distinct deal_id) or min(quantity) < 1 or max(quantity) > 99;

-- name: a cash order has a purchase id and no card charge; a card order has a payment of the provider
select id from orders
where case payment_method
  when 'cash' then stripe_payment_intent_id !~ '^BK-[0-9A-HJKMNP-TV-Z]{9}$'
    or charged_amount is not null or charged_currency is not null or exchange_rate is not null
  else stripe_payment_intent_id !~ '^pi_' end;

-- name: at most five cash orders of which nothing was redeemed are open per person, none above 500,000 lek
select o.user_id::text from orders o where o.payment_method = 'cash' and o.status = 'pending' and o.use_by > now() and o.user_id is not null
  -- An undo is never refused.
  and not exists (select from vouchers v join redemptions r on r.voucher_id = v.id where v.order_id = o.id)
group by o.user_id having count(*) > 5
union all
select id::text from orders where payment_method = 'cash' and total_amount > 500000;

-- name: every unit of an order has a voucher, which says what it costs
select i.order_id from order_items i join orders o on o.id = i.order_id
  left join vouchers v on v.order_id = i.order_id and v.position = i.position
group by o.id, i.order_id, i.position
having count(v.id) <> i.quantity or max(v.unit) <> i.quantity
  or (o.payment_method = 'cash' and not bool_and(v.cash_due = i.price))
  or not bool_and(v.salon_id is not distinct from i.salon_id and v.user_id is not distinct from o.user_id);

-- name: the charge of a card order is that of its units
select o.id from orders o join vouchers v on v.order_id = o.id where o.payment_method = 'card'
group by o.id having sum(v.charged_amount) <> o.charged_amount;

-- name: the status of a cash order follows from its units
select o.id from orders o join vouchers v on v.order_id = o.id where o.payment_method = 'cash'
group by o.id
having o.status <> case when bool_or(v.status = 'open') then 'pending' when bool_or(v.status = 'redeemed') then 'completed' else 'failed' end;

-- name: a redeemed voucher has one redemption that was not undone, others have none
select v.id from vouchers v left join redemptions r on r.voucher_id = v.id and r.result = 'redeemed'
    and not exists (select from redemptions u where u.undoes = r.id)
group by v.id having count(r.id) <> case v.status when 'redeemed' then 1 else 0 end;

-- name: a redemption of cash was of what was due or said, and its undo returned the same
select u.id from redemptions u join redemptions r on r.id = u.undoes
where u.cash_received is distinct from -r.cash_received or u.voucher_id <> r.voucher_id;

-- name: every cash order was confirmed by its buyer exactly once
select o.id from orders o left join audit_log a
  on a.subject = 'order' and a.subject_id = o.id::text and a.action = 'orders.confirmCash' and a.actor_id = o.user_id
where o.payment_method = 'cash' and o.user_id is not null and o.created_at > now() - interval '1 year'
group by o.id having count(a.id) <> 1;

-- name: an order that was canceled was canceled by its buyer, one that was released by the shop
select o.id from orders o
where o.payment_method = 'cash' and o.status = 'failed' and o.user_id is not null and o.created_at > now() - interval '1 year'
  and not exists (select from audit_log a where a.subject = 'order' and a.subject_id = o.id::text
    and case o.failed_reason when 'canceled' then a.action = 'orders.cancel' and a.actor_id = o.user_id
      else a.action = 'orders.release' and a.actor_id is null end)
  and not exists (select from vouchers v where v.order_id = o.id and v.cancel_reason = 'salon')
  and not exists (select from vouchers v join redemptions r on r.voucher_id = v.id where v.order_id = o.id);

-- name: money is a finite amount that is not negative
select id::text from deals where not (price > 0 and price < 'Infinity'::numeric)
  or not coalesce(original_price >= price and original_price < 'Infinity'::numeric, true)
union all
select id::text from orders where not (total_amount > 0 and total_amount < 'Infinity'::numeric)
union all
select id::text from cart_items where not (added_price > 0 and added_price < 'Infinity'::numeric);

-- name: a deal is nobody's favourite twice
select deal_id from favorites group by deal_id, coalesce(user_id::text, browser), user_id is null having count(*) > 1;

-- name: a deal has counters, and as many likes as favourites that count
select d.id from deals d left join deal_counters c on c.deal_id = d.id
where c.likes is distinct from (select count(*) from favorites f where f.deal_id = d.id and f.is_like);

-- name: an address likes a deal once a day, and who is signed in always does
select deal_id from favorites where is_like group by deal_id, liked_from having liked_from is not null and count(*) > 1
union all select deal_id from favorites where user_id is not null and not is_like;

-- name: a deal on sale has an owner who is there
select d.id from deals d join users u on u.id = d.user_id where d.is_active and not u.is_active;

-- name: a deal of a salon belongs to the salon's owner
select d.id from deals d join salons s on s.id = d.salon_id where d.user_id is distinct from s.owner_id;

-- name: a guest has at most a hundred favourites
select browser from favorites where user_id is null group by browser having count(*) > 100;

-- name: every card order has one paid payment of the same amounts at the provider, and none other has
select o.id from orders o left join payments p on p.order_id = o.id and p.status = 'paid'
where o.payment_method = 'card'
group by o.id
having count(p.id) <> 1 or not bool_and(p.provider_payment_id = o.stripe_payment_intent_id
  and p.total_amount = o.total_amount * 100 and p.charged_amount = o.charged_amount
  and p.charged_currency = o.charged_currency and p.exchange_rate = o.exchange_rate
  and p.user_id is not distinct from o.user_id)
union all
select p.id from payments p join orders o on o.id = p.order_id where o.payment_method <> 'card';

-- name: nobody can pay for a version of a cart that was ordered more than a day ago
select p.id from payments p join orders o on o.cart_version = p.cart_version
where p.status in ('preparing', 'open') and o.created_at < now() - interval '1 day';

-- name: no more is given back than was charged
select p.id from payments p join refunds r on r.payment_id = p.id and r.status <> 'failed'
group by p.id having sum(r.amount) > p.charged_amount or bool_or(r.order_id <> p.order_id);

-- name: an order by card is refunded when all of it was given back, and only then
select o.id from orders o join payments p on p.order_id = o.id left join refunds r on r.payment_id = p.id
group by o.id, p.id
having (o.status = 'refunded')
  <> (coalesce(sum(r.amount) filter (where r.status = 'succeeded'), 0) = p.charged_amount);

-- name: the rating of a salon counts the reviews that everybody sees, which are of redeemed vouchers
select coalesce(g.salon_id, r.salon_id) from salon_ratings g full join (
    select salon_id, count(*) filter (where stars = 1) as n1, count(*) filter (where stars = 2) as n2,
      count(*) filter (where stars = 3) as n3, count(*) filter (where stars = 4) as n4, count(*) filter (where stars = 5) as n5
    from reviews where is_shown group by salon_id) r on r.salon_id = g.salon_id
where (coalesce(g.n1, 0), coalesce(g.n2, 0), coalesce(g.n3, 0), coalesce(g.n4, 0), coalesce(g.n5, 0))
  <> (coalesce(r.n1, 0), coalesce(r.n2, 0), coalesce(r.n3, 0), coalesce(r.n4, 0), coalesce(r.n5, 0))
union all
select r.voucher_id from reviews r join vouchers v on v.id = r.voucher_id
where (v.status = 'redeemed') <> (r.undone_at is null) or v.salon_id <> r.salon_id;

-- name: a deal that is not over shows the rating of its salon
select d.id from deals d cross join lateral salon_rating(d.salon_id) r
where d.salon_id is not null and not d.is_over
  and (d.rating, d.review_count, d.rating_rank is null) is distinct from (r.rating, r.review_count, r.rating_rank is null);

-- name: of a limited deal as many units are taken as are live or held
select deal_id from deal_limits where units is not null and taken <> deal_units_taken(deal_id);

-- name: only a live card attempt holds units
select h.payment_id from unit_holds h join payments p on p.id = h.payment_id where p.status not in ('preparing', 'open');
