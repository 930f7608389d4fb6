-- What is true of the ledger at rest; asked every night and by tests. Each query answers the rows that break it: none.

-- name: the balance of a salon is the sum of its entries
select a.salon_id from (select salon_id, is_test, sum(amount) as total, coalesce(sum(amount) filter (where month is null), 0) as unclosed
    from ledger_entries group by salon_id, is_test) a
  left join (select distinct on (salon_id, is_test) salon_id, is_test, closing from statements order by salon_id, is_test, month desc) s
    using (salon_id, is_test)
where a.total <> coalesce(s.closing, 0) + a.unclosed;

-- name: every redeemed unit that a card paid has one net sale, unless it was refunded or its dispute was lost
-- As `ledger_owed`, for all units at once.
select v.id from vouchers v join order_items i on (i.order_id, i.position) = (v.order_id, v.position)
  left join (select voucher_id, sum(amount) as net from ledger_entries group by 1) e on e.voucher_id = v.id
  left join (select distinct voucher_id from redemptions r where r.result = 'redeemed'
    and not exists (select from redemptions u where u.undoes = r.id)) live on live.voucher_id = v.id
  left join (select distinct v.id from refunds r join vouchers v on v.order_id = r.order_id
      and (v.id = r.voucher_id or v.position = r.position) where r.status = 'succeeded') refunded on refunded.id = v.id
  left join (select order_id from payments where order_id is not null and dispute_status is not null
    and jsonb_path_exists(disputes, '$.* ? (@ == "lost")')) lost on lost.order_id = v.order_id
where v.charged_amount is not null and v.salon_id is not null and (v.status = 'redeemed' or e.net is not null)
  and coalesce(e.net, 0) <> case when live.voucher_id is not null and refunded.id is null and lost.order_id is null then i.price else 0 end;

-- name: an entry that reverses another takes back all of it
select e.id from ledger_entries e join ledger_entries o on o.id = e.reverses
where (e.amount, e.salon_id, e.is_test, e.voucher_id) is distinct from (-o.amount, o.salon_id, o.is_test, o.voucher_id);

-- name: a month opens with what the month before closed with
select salon_id from (select *, lag(closing, 1, 0) over (partition by salon_id, is_test order by month) as before from statements) s
where opening <> before;

-- name: a statement sums up its entries
select s.salon_id from statements s left join ledger_entries e on (e.salon_id, e.is_test, e.month) = (s.salon_id, s.is_test, s.month)
group by s.salon_id, s.is_test, s.month having s.sum is distinct from sum(e.amount);

-- name: every payout has a reference and pays its statement, once
select e.salon_id from ledger_entries e join statements s on (s.salon_id, s.is_test, s.month) = (e.salon_id, e.is_test, e.pays)
where e.kind = 'payout' and (coalesce(e.reference, '') = '' or (e.reverses is null and e.amount <> -s.closing))
union all
select e.salon_id from ledger_entries e where e.kind = 'payout'
group by e.salon_id, e.is_test, e.pays having count(*) filter (where reverses is null) - count(*) filter (where reverses is not null) not in (0, 1);
